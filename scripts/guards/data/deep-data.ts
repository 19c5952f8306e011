import { DATA_READERS, RECURSIVE_FUNCTIONS } from './deep-data-list.ts';
import { listRecursions } from '../../source/recursive-functions.ts';
import type { SourceFile } from '../../source/source-tree.ts';
import { runGuard, type Verdict } from '../../source/verdict.ts';

const SOURCE = /^(?:packages\/[^/]+|apps\/web)\/src\/(?!testing\/).*(?<!\.test|\.fixture)\.tsx?$/;

/** JSON that is parsed without a bound of its depth. */
const PARSED = /\bJSON\.parse\(|\.json\(\)/;

/** What a list of exceptions says: the ends of paths, by why they need no bound. */
export type Exceptions = Readonly<Record<string, readonly string[]>>;

/**
 * Rejects recursive functions and parsers of JSON that no list explains, because data from outside
 * may be nested deeper than any stack.
 */
export function checkDeepData(
  files: readonly SourceFile[],
  recursive: Exceptions = RECURSIVE_FUNCTIONS,
  readers: Exceptions = DATA_READERS,
): Verdict {
  const sources = files.filter(({ path }) => SOURCE.test(path));
  const groups = listRecursions(sources);
  const parsers = sources.filter(({ text }) => PARSED.test(text)).map(({ path }) => path);
  const problems = [
    ...listProblems(
      groups.map((group) => group.join(' ')),
      recursive,
      'calls itself: stop it at a count of levels, and say in scripts/guards/data/deep-data-list.ts why it ends',
    ),
    ...listProblems(
      parsers,
      readers,
      'parses JSON of any depth: use parseJson or parseAndRepairJson',
    ),
  ];
  if (sources.length === 0) problems.push('nothing to check');
  const figures = `${groups.length} recursions, ${parsers.length} parsers`;
  return { summary: `${figures} in ${sources.length} files`, problems };
}

/** Lists what no exception names, and exceptions that name nothing. */
function* listProblems(
  found: readonly string[],
  exceptions: Exceptions,
  problem: string,
): Generator<string> {
  const allowed = Object.values(exceptions).flat();
  const names = (place: string, end: string): boolean =>
    place.split(' ').some((one) => one === end || one.endsWith(`/${end}`));
  for (const place of found) {
    if (!allowed.some((end) => names(place, end))) yield `${place} ${problem}`;
  }
  for (const end of allowed) {
    if (found.some((place) => names(place, end))) continue;
    yield `${end} is no exception any more: remove it from scripts/guards/data/deep-data-list.ts`;
  }
}

if (import.meta.main) runGuard('deep-data', (files) => checkDeepData(files));
