import { directoryOf, isSource, lineCount, quantileOf } from '../source/source-size.ts';
import type { SourceFile } from '../source/source-tree.ts';
import { runGuard, type Verdict } from '../source/verdict.ts';

const MEDIAN_AT_MOST = 60;
const NINETIETH_BELOW = 300;
const CEILING = 500;
/** The most source files of one directory. */
const FILES_AT_MOST = 25;

/**
 * Directories that hold more files than allowed, and how many at most. A directory leaves this list once it is
 * divided; no directory is added.
 */
const CROWDED: Readonly<Record<string, number>> = {};

/** Holds the shape of the code: files are short, and no directory holds more than a reader can take in. */
export function sizes(
  files: readonly SourceFile[],
  crowded: Readonly<Record<string, number>> = CROWDED,
): Verdict {
  const written = files.filter(
    ({ path }) => /\.tsx?$/.test(path) && !/(^|\/)fixtures\//.test(path),
  );
  const sources = written.filter(isSource);
  const counts = sources.map(lineCount).toSorted((a, b) => a - b);
  if (counts.length === 0) return { summary: 'no source files', problems: ['nothing to measure'] };
  const median = quantileOf(counts, 0.5);
  const ninetieth = quantileOf(counts, 0.9);
  const problems = written
    .filter((file) => lineCount(file) > CEILING && !file.path.endsWith('.fixture.ts'))
    .map((file) => `${file.path} has ${lineCount(file)} lines, more than ${CEILING}`);
  if (median > MEDIAN_AT_MOST) problems.push(`the median is ${median}, above ${MEDIAN_AT_MOST}`);
  if (ninetieth >= NINETIETH_BELOW) {
    problems.push(`the 90th percentile is ${ninetieth}, not below ${NINETIETH_BELOW}`);
  }
  problems.push(...crowdedIn(sources, crowded));
  const figures = `median ${median}, 90th percentile ${ninetieth}, largest ${counts.at(-1) ?? 0} lines`;
  return { summary: `${figures} in ${counts.length} source files`, problems };
}

function* crowdedIn(
  sources: readonly SourceFile[],
  crowded: Readonly<Record<string, number>>,
): Generator<string> {
  const byDirectory = Map.groupBy(sources, directoryOf);
  for (const [directory, { length }] of byDirectory) {
    const most = crowded[directory] ?? FILES_AT_MOST;
    if (length > most) yield `${directory} holds ${length} source files, more than ${most}`;
  }
  for (const directory of Object.keys(crowded)) {
    if ((byDirectory.get(directory)?.length ?? 0) > FILES_AT_MOST) continue;
    yield `${directory} holds ${FILES_AT_MOST} source files at most: take it off the list`;
  }
}

if (import.meta.main) runGuard('sizes', (files) => sizes(files));
