import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FolderError } from '../problem.ts';

/** Names of folders that are never searched: dependencies and run data. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.timestep']);
const DEEPEST = 12;
/** Maximum number of files below a folder: more than any agent has, fewer than a home folder. */
const MOST_FILES = 20_000;

/** Lists sorted paths of files below a folder, following links. Throws `FolderError`. */
export function listPathsBelow(directory: string, under: string): string[] {
  const found: string[] = [];
  // `ELOOP` is the code of a link to itself.
  const read = <T>(path: string, readPath: () => T): T | undefined =>
    readUnlessMissing(path, ['ENOENT', 'ENOTDIR', 'ELOOP'], readPath);

  function collectPaths(within: string, parents: readonly string[]): void {
    const folder = join(directory, within);
    const real = parents.length > DEEPEST ? undefined : read(folder, () => realpathSync(folder));
    if (real === undefined || parents.includes(real)) return;
    const entries = read(folder, () => readdirSync(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const { name } = entry;
      const path = within === '' ? name : `${within}/${name}`;
      const whole = join(directory, path);
      const kind = entry.isSymbolicLink() ? read(whole, () => statSync(whole)) : entry;
      if (kind?.isDirectory() && !LEFT_OUT.has(name)) collectPaths(path, [...parents, real]);
      if (kind?.isFile()) found.push(path);
      if (found.length > MOST_FILES) {
        throw new FolderError(
          `${directory} contains more than ${MOST_FILES} files: use a smaller folder`,
        );
      }
    }
  }

  collectPaths(under, []);
  return found.toSorted();
}

/** Returns undefined for the error codes of missing files; other failures throw `FolderError`. */
export function readUnlessMissing<T>(
  path: string,
  codes: readonly string[],
  read: () => T,
): T | undefined {
  try {
    return read();
  } catch (thrown) {
    if (codes.includes(getErrorCode(thrown) ?? '')) return undefined;
    if (thrown instanceof FolderError) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FolderError(`${path} cannot be read: ${why}`);
  }
}

export function getErrorCode(thrown: unknown): string | undefined {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : undefined;
}
