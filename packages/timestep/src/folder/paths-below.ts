import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { FolderError } from './folder-error.ts';

/** Folders that hold what others made and what agents did, and no files of an agent. */
const LEFT_OUT = new Set(['.git', 'node_modules', '.timestep']);
const DEEPEST = 12;
/** More than any agent has, and fewer than a home folder. */
const MOST_FILES = 20_000;

/** The paths of all files below a folder, in order, with `/` between their parts. */
export function pathsBelow(directory: string, under: string): string[] {
  const found: string[] = [];

  function visit(within: string, depth: number): void {
    if (depth > DEEPEST) return;
    for (const name of namesIn(join(directory, within))) {
      const path = within === '' ? name : `${within}/${name}`;
      const stats = statSync(join(directory, path), { throwIfNoEntry: false });
      if (stats?.isDirectory() && !LEFT_OUT.has(name)) visit(path, depth + 1);
      if (stats?.isFile()) found.push(path);
      if (found.length > MOST_FILES) {
        throw new FolderError(
          `${directory} holds more than ${MOST_FILES} files: name a smaller one`,
        );
      }
    }
  }

  visit(under, 0);
  return found.toSorted();
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new FolderError(`${folder} cannot be read: ${why}`);
  }
}
