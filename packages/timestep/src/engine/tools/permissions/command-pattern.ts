import {
  findWordThatAddsActions,
  findShellText,
  findUnreadableTextReason,
  getProgramNameWithoutVersion,
  hasOptionsWithActions,
  isProgramText,
  listTextsProgramMayRun,
  readsProgramFromInput,
  isCommandRunner,
  runsArgumentsAsCommand,
} from './acting-options.ts';
import { readCommandLine, type CommandPart } from './command-parts.ts';
import { parseGlob } from './glob.ts';
import { SHELLS } from './program-tables.ts';
import {
  createTextPattern,
  normalizeForComparison,
  combineAllMatches,
  combineAnyMatch,
  type Match,
  type ValuePattern,
} from './value-pattern.ts';

/** Matches a simple command against a permission pattern such as `git status *`. */
type CommandPattern = (part: CommandPart) => Match;

/**
 * Creates a pattern of commands, word by word. `*` matches any characters of a word; `*` as the
 * last word matches any further words.
 */
export function createCommandPattern(pattern: string): ValuePattern {
  return createCommandLinePattern([createCommandMatcher(pattern)], pattern);
}

/** Creates a pattern of command lines: each of their commands must match one of these patterns. */
export function joinCommandPatterns(patterns: readonly string[]): ValuePattern {
  return createCommandLinePattern(patterns.map(createCommandMatcher), '');
}

function createCommandLinePattern(
  patterns: readonly CommandPattern[],
  pattern: string,
): ValuePattern {
  function covers(text: string): Match {
    const { parts, doubt } = readCommandLine(text);
    if (doubt !== undefined) return { unclear: `the command is not plain: ${doubt}` };
    if (parts.length === 0) return 'outside';
    return combineAllMatches(
      parts.map((part) => combineAnyMatch(patterns.map((matchPart) => matchPart(part)))),
    );
  }

  const deniedWords = splitWords(pattern);

  function touches(text: string): Match {
    const { parts, doubt } = readCommandLine(text);
    const steps: Steps = { left: MOST_STEPS };
    if (parts.some(({ words }) => containsDeniedCommand(deniedWords, words, steps)))
      return 'inside';
    if (steps.left < 0) return { unclear: 'the command is too long to be read' };
    for (const part of parts) {
      const unseen =
        findUnreadableReason(part.words) ??
        findGlobExpansionReason(deniedWords, part) ??
        describeNamedDeniedProgram(deniedWords, part.words);
      if (unseen !== undefined) return { unclear: unseen };
    }
    return doubt === undefined ? 'outside' : { unclear: `the command is not plain: ${doubt}` };
  }

  return createTextPattern(covers, touches);
}

function createCommandMatcher(pattern: string): CommandPattern {
  const words = splitWords(pattern);
  const last = words.at(-1) ?? '';
  const isOpen = last.endsWith('*');
  const globs = (last === '*' ? words.slice(0, -1) : words).map((word) => parseGlob(word));
  return ({ words: given, hasGlob }) => {
    const hasLength = isOpen ? given.length >= globs.length : given.length === globs.length;
    if (!hasLength || !globs.every((glob, index) => glob.matches(given[index] ?? ''))) {
      return 'outside';
    }
    const [program = ''] = given;
    const open = given.filter((word, index) => index > 0 && words[index] !== word);
    const hasText = words.some((word, index) => index > 0 && !/^-|[*?]/.test(word));
    const acting =
      findWordThatAddsActions(given, open) ??
      open.find((word) => !hasText && isProgramText(program, word));
    if (acting !== undefined) {
      return {
        unclear: `${getProgramNameWithoutVersion(program)} may do more with ${acting} than the rule names`,
      };
    }
    if (isOpen && !hasText && readsProgramFromInput(given)) {
      return {
        unclear: `${getProgramNameWithoutVersion(program)} runs a text that is not in the line`,
      };
    }
    if (hasGlob && hasOptionsWithActions(program)) {
      return {
        unclear: `a file may be named like an option of ${getProgramNameWithoutVersion(program)}`,
      };
    }
    return 'inside';
  };
}

/**
 * Returns why the shell may expand a file name pattern to words of a denied command; undefined if it cannot.
 */
function findGlobExpansionReason(
  pattern: readonly string[],
  part: CommandPart,
): string | undefined {
  const [program = ''] = part.words;
  if (!part.hasGlob) return undefined;
  const isProgram =
    /[*?[]/.test(program) ||
    isCommandRunner(getProgramNameWithoutVersion(program)) ||
    hasGlobAfterExecOption(part.words);
  if (isProgram) return 'a file name takes the place of the program';
  return isCommandDenied(pattern.slice(0, 1), [program], 0)
    ? 'file names take the place of its words'
    : undefined;
}

/** Whether a wildcard stands after an option such as `-exec`, whose following words are run as a command. */
function hasGlobAfterExecOption(words: readonly string[]): boolean {
  const option = words.findIndex(isExecOption);
  return option !== -1 && words.slice(option + 1).some((word) => /[*?[]/.test(word));
}

/**
 * Returns why a command, or a command in the text that a shell runs, cannot be read from the command line,
 * for example because it is computed.
 */
function findUnreadableReason(words: readonly string[], depth = 0): string | undefined {
  const unseen = findUnreadableTextReason(words);
  const shell = words.findIndex((word) => SHELLS.has(getProgramNameWithoutVersion(word)));
  if (unseen !== undefined || shell === -1 || depth > MAX_DEPTH) return unseen;
  const inner = words.slice(shell);
  const text = words[shell] === 'eval' ? inner.slice(1).join(' ') : findShellText(inner);
  for (const part of text === undefined ? [] : readCommandLine(text).parts) {
    const found = findUnreadableReason(part.words, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns why a command that is not denied may run a denied program: its arguments contain that program's
 * name.
 */
function describeNamedDeniedProgram(
  [denied = '']: readonly string[],
  words: readonly string[],
): string | undefined {
  if (denied === '' || /[*?]/.test(denied)) return undefined;
  const named = getProgramNameWithoutVersion(normalizeForComparison(denied));
  const isNamed = listTextsProgramMayRun(words).some((text) =>
    normalizeForComparison(text)
      .split(/[^a-z0-9_.-]+/)
      .some((word) => word === named),
  );
  return isNamed ? `${getProgramNameWithoutVersion(words[0] ?? '')} may run ${named}` : undefined;
}

const MAX_DEPTH = 8;
const MOST_STEPS = 20_000;

/** Remaining number of words to compare. It is limited, because commands may be nested in many ways. */
interface Steps {
  left: number;
}

/**
 * Returns whether a command is denied or runs a denied command, such as by `sudo`, in the text of `sh -c` or
 * after `-exec`.
 */
function containsDeniedCommand(
  pattern: readonly string[],
  words: readonly string[],
  steps: Steps,
  depth = 0,
): boolean {
  const program = getProgramNameWithoutVersion(words[0] ?? '');
  const isShell = SHELLS.has(program);
  const isWrapper = !isShell && runsArgumentsAsCommand(words);
  if ((isShell || isWrapper) && depth < MAX_DEPTH) {
    const texts = words
      .slice(1)
      .flatMap(listOptionTexts)
      .filter((word) => isShell || /\s/.test(word));
    const parts = texts.flatMap((word) => readCommandLine(word).parts);
    if (parts.some((part) => containsDeniedCommand(pattern, part.words, steps, depth + 1)))
      return true;
  }
  return words.some((word, at) => {
    if (at > 0 && !isWrapper && !isExecOption(words[at - 1] ?? '')) return false;
    if (at > 0) steps.left -= 1;
    if (steps.left < 0) return false;
    if (isCommandDenied(pattern, words, at)) return true;
    const isInnerShell = at > 0 && SHELLS.has(getProgramNameWithoutVersion(word));
    return (
      isInnerShell &&
      depth < MAX_DEPTH &&
      containsDeniedCommand(pattern, words.slice(at), steps, depth + 1)
    );
  });
}

/** Lists a word of a command line, and the values that an option may contain, as in `--command=x` and `-cx`. */
function listOptionTexts(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  return [word, word.slice(word.indexOf('=') + 1), word.slice(2)];
}

function isExecOption(word: string): boolean {
  return /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(word);
}

/**
 * Returns whether the command that starts at the word `from` is denied. A pattern that ends in `*` also
 * denies longer commands. Options and their values may precede each word, as in `git -C folder push`.
 */
function isCommandDenied(
  pattern: readonly string[],
  words: readonly string[],
  from: number,
): boolean {
  const isOpen = pattern.at(-1)?.endsWith('*') === true;
  const named = pattern.at(-1) === '*' ? pattern.slice(0, -1) : pattern;
  let at = from;
  for (const [index, word] of named.entries()) {
    const glob = parseGlob(normalizeForComparison(word));
    const matches = (given: string): boolean => {
      const base = given.slice(given.lastIndexOf('/') + 1);
      return (
        glob.matches(normalizeForComparison(given)) ||
        (index === 0 && glob.matches(normalizeForComparison(base)))
      );
    };
    if (index > 0) at = skipOptions(words, at, matches);
    const given = words[at];
    if (given === undefined || !matches(given)) return false;
    at += 1;
  }
  return isOpen || at === words.length;
}

/**
 * Returns the index of the next word that matches, if only options and their values are before it; otherwise
 * `from`.
 */
function skipOptions(
  words: readonly string[],
  from: number,
  matches: (word: string) => boolean,
): number {
  for (let at = from; at < words.length; at += 1) {
    if (matches(words[at] ?? '')) return at;
    const isOption = words[at]?.startsWith('-') === true;
    const isValue = at > from && words[at - 1]?.startsWith('-') === true;
    if (!isOption && !isValue) return from;
  }
  return from;
}

/** Splits a pattern into words, of which quotes may hold blanks. */
function splitWords(pattern: string): readonly string[] {
  return [...pattern.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
