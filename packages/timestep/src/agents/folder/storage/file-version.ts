import { createHash } from 'node:crypto';
import { FolderError } from '../folder-error.ts';

/** Returns the version of contents, a hash that is equal for equal contents. */
export function hashContents(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 32);
}

/** Throws `FolderError` if the path is not a relative path inside an agent. */
export function requireAgentPath(path: string): void {
  const parts = path.split('/');
  const isWithin = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (isWithin && !/[\\\0]/.test(path)) return;
  throw new FolderError(
    `"${path}" is not a valid path in an agent: use a relative path such as rules/kind.mdt`,
  );
}

/** Creates the error for a file that has changed since it was read. */
export function createChangedError(file: string, foundVersion: string | undefined): FolderError {
  const what = foundVersion === undefined ? 'was removed' : 'was changed';
  const message = `${file} ${what} after it was read: read it again and repeat the change`;
  return new FolderError(message, { code: 'changed-underneath' });
}

/**
 * Throws `FolderError` unless the file has the expected version. `undefined` means that the file
 * must not exist.
 */
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
