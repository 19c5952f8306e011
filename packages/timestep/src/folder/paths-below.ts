import { readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { join } from 'node:path';
import { FolderError } from './folder-error.ts';

/** Folders that hold what others made and what agents did, and no files of an agent. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.timestep']);
const DEEPEST = 12;
/** More than any agent has, and fewer than a home folder. */
const MOST_FILES = 20_000;

/**
 * The paths of all files below a folder, in order, with `/` between their parts. Links are followed, but
 * not to a folder that they are in. Throws `FolderError`.
 */
export function pathsBelow(directory: string, under: string): string[] {
  const found: string[] = [];

  function visit(within: string, outer: readonly string[]): void {
    const folder = join(directory, within);
    const real = outer.length > DEEPEST ? undefined : realPathOf(folder);
    if (real === undefined || outer.includes(real)) return;
    for (const entry of entriesIn(folder)) {
      const { name } = entry;
      const path = within === '' ? name : `${within}/${name}`;
      const kind = entry.isSymbolicLink() ? kindOf(join(directory, path)) : entry;
      if (kind?.isDirectory() && !LEFT_OUT.has(name)) visit(path, [...outer, real]);
      if (kind?.isFile()) found.push(path);
      if (found.length > MOST_FILES) {
        throw new FolderError(
          `${directory} holds more than ${MOST_FILES} files: name a smaller one`,
        );
      }
    }
  }

  visit(under, []);
  return found.toSorted();
}

/** `undefined` where there is no such folder. */
function realPathOf(folder: string): string | undefined {
  return unlessMissing(folder, () => realpathSync(folder));
}

function entriesIn(folder: string): readonly Dirent[] {
  return unlessMissing(folder, () => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** What a link leads to; `undefined` where that is missing. */
function kindOf(path: string): Stats | undefined {
  return unlessMissing(path, () => statSync(path));
}

/** The last one is a link to itself. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

function unlessMissing<T>(folder: string, read: () => T): T | undefined {
  try {
    return read();
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (MISSING.has(String(code))) return undefined;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FolderError(`${folder} cannot be read: ${why}`);
  }
}
