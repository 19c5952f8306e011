import { posix } from 'node:path';
import type { SourceFile } from './source-tree.ts';

/** True for code that is neither a test nor the data of one, nor a benchmark. */
export function isSource({ path }: SourceFile): boolean {
  if (!/\.tsx?$/.test(path) || path.endsWith('.d.ts')) return false;
  return !/(^(test|bench)\/)|(\.(test|test-d|fixture)\.tsx?$)|((^|\/)fixtures\/)/.test(path);
}

/** True for code of a package or an app, without the suites and clocks that are published for tests. */
export function isProduct(file: SourceFile): boolean {
  return isSource(file) && /^(packages|apps)\//.test(file.path) && !file.path.includes('/testing/');
}

/** Counts the lines of a file. */
export function lineCount({ text }: SourceFile): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** Returns the directory of a file. */
export function directoryOf({ path }: SourceFile): string {
  return posix.dirname(path);
}

/** Returns the smallest value that at least this share of the sorted values does not exceed. */
export function quantileOf(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
