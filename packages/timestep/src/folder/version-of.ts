import { createHash } from 'node:crypto';
import { FolderError } from './folder-error.ts';

/** The version of contents: equal for equal contents. */
export function versionOf(contents: string | Uint8Array): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 32);
}

/** Throws `FolderError` for a path that is not one within an agent. */
export function checkPath(path: string): void {
  const parts = path.split('/');
  const isWithin = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (isWithin && !/[\\\0]/.test(path)) return;
  throw new FolderError(`"${path}" is not a path within an agent: write it as rules/kind.mdt`);
}

/** Why a file is not written: what it was when it was read is not what it is now. */
export function changedUnderneath(file: string, found: string | undefined): FolderError {
  const what = found === undefined ? 'was removed' : 'was changed';
  const message = `${file} ${what} after it was read: read it again, and make the change once more`;
  return new FolderError(message, { code: 'changed-underneath' });
}

/** Throws `FolderError` unless a file has the version that was read, or neither was there. */
export function checkVersion(
  file: string,
  found: string | undefined,
  expected: string | undefined,
): void {
  if (found === expected) return;
  if (expected === undefined) {
    const message = `${file} exists already: choose another name, or read it and change it`;
    throw new FolderError(message, { code: 'changed-underneath' });
  }
  throw changedUnderneath(file, found);
}
