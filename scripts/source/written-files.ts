import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** A folder whose files are all written by a command. */
export interface WrittenFolder {
  /** Path from the root of the repository. */
  readonly folder: string;
  readonly command: string;
}

/**
 * Yields the files of a folder that differ from the command's output, and files that the command
 * does not write.
 */
export function* staleFiles(
  files: readonly SourceFile[],
  wanted: readonly SourceFile[],
  { folder, command }: WrittenFolder,
): Generator<string> {
  const written = new Map(files.map(({ path, text }) => [path, text]));
  for (const { path, text } of wanted) {
    if (written.get(path) !== text) yield `${path} is not what ${command} writes: run it`;
  }
  const known = new Set(wanted.map(({ path }) => path));
  for (const path of written.keys()) {
    const isStray = path.startsWith(`${folder}/`) && !known.has(path);
    if (isStray) yield `${path} is not written by ${command}: run it`;
  }
}

/** Writes all files of a folder. */
export function writeFolder(folder: string, wanted: readonly SourceFile[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, text } of wanted) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
