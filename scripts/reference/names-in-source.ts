import type { SourceFile } from '../source/source-tree.ts';

const SOURCE = /^packages\/[\w-]+\/src\/(?!.*\.(?:test|fixture)\.ts$).+\.ts$/;

/** Keeps the source files of the packages, without tests. */
export function keepSources(files: readonly SourceFile[], below = ''): SourceFile[] {
  return files.filter(({ path }) => SOURCE.test(path) && path.includes(below));
}

/** Returns the first group of every match in the files, each once. */
export function listMatches(files: readonly SourceFile[], pattern: RegExp): string[] {
  const found = files.flatMap(({ text }) =>
    [...text.matchAll(pattern)].map((match) => match.slice(1).find(Boolean) ?? ''),
  );
  return [...new Set(found)];
}
