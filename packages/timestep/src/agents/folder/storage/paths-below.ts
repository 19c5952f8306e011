import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FolderError } from '../problem.ts';

/** Folders that are skipped, because they hold dependencies and run data. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.timestep']);
const DEEPEST = 12;
/** Maximum number of files: more than any agent has, and fewer than a home folder. */
const MOST_FILES = 20_000;

/** Lists sorted paths of files below a folder, following links. Throws `FolderError`. */
export function listPathsBelow(directory: string, under: string): string[] {
  const found: string[] = [];

  function collectPaths(within: string, outer: readonly string[]): void {
    const folder = join(directory, within);
    const real =
      outer.length > DEEPEST ? undefined : readUnlessMissing(folder, () => realpathSync(folder));
    if (real === undefined || outer.includes(real)) return;
    const entries = readUnlessMissing(folder, () => readdirSync(folder, { withFileTypes: true }));
    for (const entry of entries ?? []) {
      const { name } = entry;
      const path = within === '' ? name : `${within}/${name}`;
      const whole = join(directory, path);
      const kind = entry.isSymbolicLink() ? readUnlessMissing(whole, () => statSync(whole)) : entry;
      if (kind?.isDirectory() && !LEFT_OUT.has(name)) collectPaths(path, [...outer, real]);
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

/** Error codes of missing files. `ELOOP` is a link to itself. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

function readUnlessMissing<T>(folder: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (MISSING.has(String(code))) return undefined;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FolderError(`${folder} cannot be read: ${why}`);
  }
}
