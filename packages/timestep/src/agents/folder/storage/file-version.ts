import { createHash } from 'node:crypto';
import { FolderError } from '../problem.ts';

export function hashContents(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 32);
}

export function requirePathInsideAgent(path: string): void {
  const parts = path.split('/');
  const isWithin = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (isWithin && !/[\\\0]/.test(path)) return;
  const fault = 'is not a valid path in an agent: use a relative path such as rules/kind.mdt';
  throw new FolderError(`"${path}" ${fault}`);
}

export function createChangedError(file: string, foundVersion: string | undefined): FolderError {
  const what = foundVersion === undefined ? 'was removed' : 'was changed';
  const message = `${file} ${what} after it was read: read it again and repeat the change`;
  return new FolderError(message, { code: 'changed-underneath' });
}

/** Throws `FolderError` unless a file has this version; undefined: it must not exist. */
export function requireVersion(
  file: string,
  foundVersion: string | undefined,
  expectedVersion: string | undefined,
): void {
  if (foundVersion === expectedVersion) return;
  if (expectedVersion === undefined) {
    const message = `${file} already exists: choose another name, or read it and update it`;
    throw new FolderError(message, { code: 'changed-underneath' });
  }
  throw createChangedError(file, foundVersion);
}
