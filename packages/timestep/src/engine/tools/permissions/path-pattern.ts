import { parseGlob, type Glob } from './glob.ts';
import type { PathAccess } from './parse-rule.ts';
import { resolveSymbolicLinks, type PathFacts } from './path-facts.ts';
import {
  findPathAmbiguity,
  resolveProcessLinks,
  HOME_VARIABLE,
  listPossiblePaths,
} from './path-readings.ts';
import { doPathPatternsOverlap, toWildcardPath } from './path-wildcards.ts';
import { createTextPattern, type Match, type ValuePattern } from './value-pattern.ts';

/** Part of a path pattern: a name, any number of names (`any`), or one or more names at the end (`below`). */
type Segment = Glob | 'any' | 'below';

/**
 * Creates a pattern of paths. `*` matches any characters of a name, `**` any number of names, and
 * `*` as the last name everything below a folder. A backslash escapes the next character. If a path
 * has links, both the path and its target must match to be covered.
 */
export function createPathPattern(
  pattern: string,
  facts: PathFacts = {},
  access?: PathAccess,
): ValuePattern {
  const fold = (name: string): string => (facts.foldsCase ? name.toLowerCase() : name);
  const isAnywhere = pattern === '**' || pattern.startsWith('**/');
  const names = isAnywhere ? pattern.split('/') : normalizePath(pattern, facts);
  const segments = parseSegments(names);
  const touchesNames = createDenyCheck(names.map(fold));
  const touchesOpen = createWildcardPathDenyCheck(names.map(fold), facts);

  /** A path in an unknown folder matches no absolute pattern such as `/*`. */
  function isFolderComparable([first]: readonly string[]): boolean {
    return (first !== ROOT && first !== HOME) || isAnywhere || names[0] === first;
  }

  // `/*` matches absolute paths, and relative paths that leave their folder.
  const isEverything = names.length === 1 && segments[0] === 'below' && !isAnywhere;
  const isReading = access === 'read' || access === 'list';
  const root = facts.root === undefined ? undefined : normalizePath(facts.root, facts).map(fold);

  function isRelativePathInsideRoot(path: string, given: readonly string[]): boolean {
    if (!isEverything || !root || /^[~/]/.test(path)) return false;
    return root.every((name, index) => fold(given[index] ?? '') === name);
  }

  function covers(path: string): Match {
    const given = normalizePath(path, facts);
    const unclear = findPathAmbiguity(path) ?? findUnnamedWildcardReason(names, given);
    if (unclear !== undefined) return { unclear };
    if (isRelativePathInsideRoot(path, given)) return 'outside';
    if (!isFolderComparable(given) || !matchSegments(segments, given)) return 'outside';
    const target = resolveLinkTargetIfReadable(path, facts);
    if (target === 'unknown') return { unclear: 'it is not known where the path leads' };
    const isTargetInside =
      matchSegments(segments, target ?? given) ||
      (target !== undefined && matchSegments(parseSegments(findPatternTarget()), target));
    if (!isTargetInside) return { unclear: `the path leads through a link to ${joinPath(target)}` };
    const isGuarded = !isReading && [given, target ?? given].some(isGuardedPath);
    return isGuarded ? { unclear: 'the file decides what the agent may do' } : 'inside';
  }

  function touches(path: string): Match {
    const touchesTarget = facts.readLink && createDenyCheck(findPatternTarget().map(fold));
    const doubts: string[] = [];
    const isInside = listPossiblePaths(path, facts).some((reading) => {
      const written = normalizePath(reading, facts).map(fold);
      if (isRelativePathInsideRoot(reading, written)) return false;
      const given = resolveProcessLinks(written, root ?? [ROOT]);
      const target = facts.readLink && resolveLinkTargetIfReadable(reading, facts);
      const known = target === 'unknown' ? undefined : target?.map(fold);
      if (given.includes('..')) doubts.push('the path leaves a folder that is not known');
      if (touchesOpen(reading, isFolderComparable))
        doubts.push('the path may stand for a path that the rule names');
      if ([written, given].some((one) => isFolderComparable(one) && touchesNames(one))) return true;
      return known !== undefined && (touchesNames(known) || touchesTarget?.(known) === true);
    });
    if (isInside) return 'inside';
    return doubts[0] === undefined ? 'outside' : { unclear: doubts[0] };
  }

  /** Returns the names of the pattern, after following symbolic links in the names before its first wildcard. */
  function findPatternTarget(): readonly string[] {
    const { readLink } = facts;
    const plain = names.findIndex((name) => /[*?\\]|^\0/.test(name));
    const head = plain === -1 ? names : names.slice(0, plain);
    const target = readLink && !isAnywhere && resolveSymbolicLinks(`/${head.join('/')}`, readLink);
    return target ? [...target, ...names.slice(head.length)] : names;
  }

  function isGuardedPath(given: readonly string[]): boolean {
    const path = fold(joinPath(given));
    const { guarded = [], guardedNames } = facts;
    if (guardedNames?.has(given.at(-1)?.toLowerCase() ?? '')) return true;
    return guarded.some((one) => path === fold(one) || path.startsWith(`${fold(one)}/`));
  }

  return createTextPattern(covers, touches);
}

/**
 * Returns why an allow rule cannot cover a path with wildcards: the shell may replace them by the name of a
 * link.
 */
function findUnnamedWildcardReason(
  names: readonly string[],
  given: readonly string[],
): string | undefined {
  const named = names.map(unescapeName);
  const isOpen = given.some((name) => /[*?]/.test(name) && !named.includes(name));
  return isOpen ? 'the path has wildcards, and may stand for links' : undefined;
}

function unescapeName(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1');
}

/**
 * Creates a function that tests whether a path with wildcards or variables may stand for a path that a deny
 * rule names.
 */
function createWildcardPathDenyCheck(
  segments: readonly string[],
  facts: PathFacts,
): (path: string, isFolderComparable: (given: readonly string[]) => boolean) => boolean {
  const plain = segments.map(unescapeName);
  const isBelow = plain.at(-1) === '*' || plain.at(-1) === '**';
  const pattern = isBelow ? [...plain.slice(0, -1), '**'] : plain;
  return (path, isFolderComparable) => {
    if (path.length > LONGEST_READ || HOME_VARIABLE.test(path)) return false;
    const open = toWildcardPath(path);
    if (!open) return false;
    const given = normalizePath(open.path, open.isAnywhere ? { ...facts, root: '' } : facts);
    const folded = facts.foldsCase ? given.map((name) => name.toLowerCase()) : given;
    return (
      isFolderComparable(given) &&
      doPathPatternsOverlap(pattern, open.isAnywhere ? ['**', ...folded] : folded)
    );
  };
}

function joinPath(names: readonly string[] = []): string {
  return `/${names.join('/')}`;
}

/** Creates the test of a deny rule, for paths in the same case as the names of the pattern. */
function createDenyCheck(names: readonly string[]): (given: readonly string[]) => boolean {
  const segments = parseSegments(names);
  const joined = parseGlob(names.join('/'));
  // A deny rule for everything in a folder also denies the folder itself.
  const folder = segments.at(-1) === 'below' ? segments.slice(0, -1) : undefined;
  return (given) =>
    matchSegments(segments, given) ||
    joined.matches(given.join('/')) ||
    (folder !== undefined && matchSegments(folder, given));
}

/**
 * Returns the names of the target of a path with links. Undefined if the links cannot be followed.
 */
function resolveLinkTargetIfReadable(
  path: string,
  facts: PathFacts,
): readonly string[] | undefined | 'unknown' {
  const { readLink, root, home } = facts;
  if (!readLink || path.includes('\0')) return undefined;
  const isHome = path === '~' || path.startsWith('~/');
  const start = isHome ? home : path.startsWith('/') ? '' : root;
  if (start === undefined) return 'unknown';
  return resolveSymbolicLinks(`${start}/${isHome ? path.slice(1) : path}`, readLink) ?? 'unknown';
}

/** Maximum length of a path with wildcards: operating systems open no longer paths. */
const LONGEST_READ = 4096;

/** Names that stand for the unknown folder of relative paths, and for the unknown home folder. */
const ROOT = '\0root';
const HOME = '\0home';

/** Splits an absolute path into names, without `.`, `..` and empty names. */
function normalizePath(path: string, { root, home }: PathFacts): string[] {
  const isHome = path === '~' || path.startsWith('~/');
  const start = isHome ? (home ?? HOME) : path.startsWith('/') ? '' : (root ?? ROOT);
  const names = start.split('/').filter((name) => name !== '');
  for (const name of (isHome ? path.slice(1) : path).split('/')) {
    if (name === '' || name === '.') continue;
    const parent = names.at(-1);
    const isKnown = parent !== undefined && parent !== '..' && parent !== ROOT && parent !== HOME;
    if (name !== '..') names.push(name);
    else if (isKnown) names.pop();
    // `..` above the root has no effect, but above an unknown folder it must be kept.
    else if (names.length > 0) names.push(name);
  }
  return names;
}

function parseSegments(names: readonly string[]): readonly Segment[] {
  return names.map((name, index): Segment => {
    if (index === names.length - 1 && (name === '**' || name === '*')) return 'below';
    return name === '**' ? 'any' : parseEscapedGlob(name);
  });
}

function parseEscapedGlob(name: string): Glob {
  if (!name.includes('\\')) return parseGlob(name);
  const literal = name.replaceAll(/\\(.)/g, '$1');
  return { isPattern: false, matches: (text) => text === literal };
}

/** Returns whether names match the parts of a pattern, in at most as many steps as the product of both lengths. */
function matchSegments(segments: readonly Segment[], names: readonly string[]): boolean {
  let reached: readonly number[] = [0];
  for (const segment of segments) {
    const [first] = reached;
    if (first === undefined) return false;
    reached = findPositionsAfterSegment(segment, names, reached, first);
  }
  return reached.at(-1) === names.length;
}

/**
 * Returns the positions that can be reached after a part of the pattern, in ascending order.
 * `first` is the first position before it.
 */
function findPositionsAfterSegment(
  segment: Segment,
  names: readonly string[],
  reached: readonly number[],
  first: number,
): readonly number[] {
  if (segment === 'below') return first < names.length ? [names.length] : [];
  if (segment === 'any')
    return Array.from({ length: names.length - first + 1 }, (_, at) => first + at);
  return reached.flatMap((at) => {
    const name = names[at];
    return name !== undefined && segment.matches(name) ? [at + 1] : [];
  });
}
