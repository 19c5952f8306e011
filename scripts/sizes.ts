import type { SourceFile } from './source-tree.ts';
import { runGuard, type Verdict } from './verdict.ts';

const MEDIAN_BELOW = 100;
const NINETIETH_BELOW = 300;
const CEILING = 500;

/** Holds the shape of the code: most files are short, and none is so long that it needs a map. */
export function sizes(files: readonly SourceFile[]): Verdict {
  const written = files.filter(({ path }) => /\.tsx?$/.test(path) && !isFixture(path));
  const sources = written.filter(({ path }) => !isTest(path) && !path.startsWith('bench/'));
  const counts = sources.map(linesOf).toSorted((a, b) => a - b);
  if (counts.length === 0) return { summary: 'no source files', problems: ['nothing to measure'] };
  const median = quantile(counts, 0.5);
  const ninetieth = quantile(counts, 0.9);
  const largest = counts.at(-1) ?? 0;
  const problems = written
    .filter((file) => linesOf(file) > CEILING)
    .map((file) => `${file.path} has ${linesOf(file)} lines, more than ${CEILING}`);
  if (median >= MEDIAN_BELOW) problems.push(`the median is ${median}, not below ${MEDIAN_BELOW}`);
  if (ninetieth >= NINETIETH_BELOW) {
    problems.push(`the 90th percentile is ${ninetieth}, not below ${NINETIETH_BELOW}`);
  }
  const figures = `median ${median}, 90th percentile ${ninetieth}, largest ${largest} lines`;
  return { summary: `${figures} in ${counts.length} source files`, problems };
}

function isFixture(path: string): boolean {
  return /(^|\/)fixtures\/|\.fixture\.ts$/.test(path);
}

function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('test/');
}

function linesOf({ text }: SourceFile): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** The smallest value that at least this share of the sorted values does not exceed. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

if (import.meta.main) runGuard('sizes', sizes);
