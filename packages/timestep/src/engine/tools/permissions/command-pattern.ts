import { getProgramName, hasActingOptions, mayAct, SHELLS, WRAPPERS } from './acting-options.ts';
import { readCommandLine, type CommandPart } from './command-parts.ts';
import { parseGlob } from './glob.ts';
import {
  createTextPattern,
  foldText,
  matchAll,
  matchAny,
  type Match,
  type ValuePattern,
} from './value-pattern.ts';

/** A pattern of simple commands, such as `git status *`. */
type CommandPattern = (part: CommandPart) => Match;

/**
 * Creates a pattern of commands, word by word: `*` means any characters of a word, and `*` at the
 * end any further words.
 */
export function createCommandPattern(pattern: string): ValuePattern {
  return createCommandLinePattern([parseCommandPattern(pattern)], pattern);
}

/** Creates the pattern of command lines whose every command is covered by one of some patterns. */
export function joinCommandPatterns(patterns: readonly string[]): ValuePattern {
  return createCommandLinePattern(patterns.map(parseCommandPattern), '');
}

function createCommandLinePattern(
  patterns: readonly CommandPattern[],
  pattern: string,
): ValuePattern {
  function covers(text: string): Match {
    const { parts, doubt } = readCommandLine(text);
    if (doubt !== undefined) return { unclear: `the command is not plain: ${doubt}` };
    if (parts.length === 0) return 'outside';
    return matchAll(parts.map((part) => matchAny(patterns.map((matchPart) => matchPart(part)))));
  }

  const deniedWords = splitWords(pattern);

  function touches(text: string): Match {
    const { parts, doubt } = readCommandLine(text);
    const isInside = parts.some(({ words }) => findDenied(deniedWords, words, 0));
    if (isInside) return 'inside';
    return doubt === undefined ? 'outside' : { unclear: `the command is not plain: ${doubt}` };
  }

  return createTextPattern(covers, touches);
}

function parseCommandPattern(pattern: string): CommandPattern {
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
    const acting = open.find((word) => mayAct(program, word));
    if (acting !== undefined) {
      return {
        unclear: `${getProgramName(program)} may do more with ${acting} than the rule names`,
      };
    }
    if (hasGlob && hasActingOptions(program)) {
      return { unclear: `a file may be named like an option of ${getProgramName(program)}` };
    }
    return 'inside';
  };
}

const MAX_DEPTH = 8;

/** Whether a command is denied, or runs a denied command: behind wrappers, in texts, after `-exec`. */
function findDenied(pattern: readonly string[], words: readonly string[], depth: number): boolean {
  const program = getProgramName(words[0] ?? '');
  if (SHELLS.has(program) && depth < MAX_DEPTH) {
    const parts = words.slice(1).flatMap((word) => readCommandLine(word).parts);
    if (parts.some((part) => findDenied(pattern, part.words, depth + 1))) return true;
  }
  return words.some((word, at) => {
    if (at > 0 && !WRAPPERS.has(program) && !isExecOption(words[at - 1] ?? '')) return false;
    if (matchDenied(pattern, words, at)) return true;
    const isShell = at > 0 && SHELLS.has(getProgramName(word));
    return isShell && depth < MAX_DEPTH && findDenied(pattern, words.slice(at), depth + 1);
  });
}

function isExecOption(word: string): boolean {
  return /^-(?:exec|execdir|ok|okdir|x|X|-exec|-exec-batch)$/.test(word);
}

/** Whether a command from a word on is denied. A pattern that ends in `*` denies longer commands. */
function matchDenied(pattern: readonly string[], words: readonly string[], from: number): boolean {
  const isOpen = pattern.at(-1)?.endsWith('*') === true;
  const named = pattern.at(-1) === '*' ? pattern.slice(0, -1) : pattern;
  const length = words.length - from;
  if (isOpen ? length < named.length : length !== named.length) return false;
  return named.every((word, index) => {
    const given = words[from + index] ?? '';
    const glob = parseGlob(foldText(word));
    const base = given.slice(given.lastIndexOf('/') + 1);
    return glob.matches(foldText(given)) || (index === 0 && glob.matches(foldText(base)));
  });
}

/** Splits a pattern into words, of which quotes may hold blanks. */
function splitWords(pattern: string): readonly string[] {
  return [...pattern.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}
