import {
  ACTING_NAME,
  ACTING_OPTIONS,
  ACTING_PAIRS,
  ACTING_WORDS,
  HARMLESS_OPTION,
  INTERPRETERS,
  PLAIN_COMMANDS,
  RUNNERS,
  RUNNING_COMMANDS,
  SHELL_STATE,
  SHELLS,
  TEXT_CHANGING,
  WORD_READERS,
  WRAPPERS,
} from './program-tables.ts';

/**
 * Returns why a command line does not show all code that it runs, such as code that is read from its input.
 * Undefined if it does.
 */
export function findUnreadableTextReason(words: readonly string[]): string | undefined {
  let outer: string | undefined;
  for (const [at, word] of words.entries()) {
    const name = getProgramNameWithoutVersion(word);
    if (at === 0 && TEXT_CHANGING.has(name)) return `${name} lets other words run a text`;
    if (at > 0 && (outer === undefined || !isCommandRunner(name))) continue;
    if (outer !== undefined && WORD_READERS.has(outer)) {
      return `${outer} completes the command from its input`;
    }
    if (isShellWithUnreadableText(name, words, at))
      return `${name} runs a text that is not in the line`;
    if (isCommandRunner(name)) outer = name;
  }
  return undefined;
}

/** Whether a shell reads its commands from a file or its input, instead of or after the argument of `-c`. */
function isShellWithUnreadableText(name: string, words: readonly string[], at: number): boolean {
  if (!SHELLS.has(name) || name === 'eval') return false;
  const text = findShellText(words.slice(at));
  return text === undefined || text.trim() === '' || readsInput(words.slice(at + 1));
}

/** Whether the options of a shell, which stand before its text, have it read its input: `-i` or `-s`. */
function readsInput(words: readonly string[]): boolean {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (OPTIONS_WITH_VALUE.has(word)) at += 1;
    else if (!/^[-+]./.test(word)) return false;
    else if (/^-[a-z]*[is]/i.test(word)) return true;
  }
  return false;
}

const OPTIONS_WITH_VALUE: ReadonlySet<string> = new Set([
  '-o',
  '+o',
  '-O',
  '+O',
  '--rcfile',
  '--init-file',
]);

/** Returns the text that a shell runs by `-c`: the first word behind it that is no option. */
export function findShellText(words: readonly string[]): string | undefined {
  const option = words.findIndex((word, index) => index > 0 && /^-[a-z]*c/i.test(word));
  if (option === -1) return undefined;
  for (let at = option + 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') return words[at + 1];
    if (OPTIONS_WITH_VALUE.has(word)) at += 1;
    else if (!/^[-+]./.test(word)) return word;
  }
  return undefined;
}

/** Whether a program, such as `sudo` or `bash`, runs other commands that are given in its arguments. */
export function isCommandRunner(name: string): boolean {
  return WRAPPERS.has(name) || RUNNERS.has(name) || SHELLS.has(name);
}

/** Returns the name of a program without its folder and version, such as `python` for `python3.12`. */
export function getProgramNameWithoutVersion(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return /^(.*?[a-z])[\d.]*$/i.exec(name)?.[1] ?? name;
}

/**
 * Returns the first word with which a program may do more than its name suggests, such as run another
 * program. Only words that the rule's wildcards match (`open`) are returned.
 */
export function findWordThatAddsActions(
  words: readonly string[],
  open: readonly string[],
): string | undefined {
  const [program = '', ...given] = words;
  const name = getProgramNameWithoutVersion(program);
  const pair = ACTING_PAIRS[name]?.find(([command]) => given.some((word) => command.test(word)));
  const first = given.find((word) => !word.startsWith('-')) ?? given[0];
  const plain = PLAIN_COMMANDS[name];
  return open.find((word) => {
    if (canWordAddActions(name, word) || (pair && matchesOption(word, pair[1]))) return true;
    return plain !== undefined && word === first && !plain.test(word);
  });
}

/** Whether an argument of a program may make the program do more than its name says. */
function canWordAddActions(name: string, word: string): boolean {
  if (WRAPPERS.has(name) || SHELLS.has(name) || SHELL_STATE.has(name)) return true;
  if (ACTING_WORDS[name]?.test(word) === true || ACTING_NAME.test(word)) return true;
  if (RUNNERS.has(name) && /^(?:run|exec|shell|tool|develop)$/.test(word)) return true;
  return ACTING_OPTIONS[name]?.split(' ').some((acting) => matchesOption(word, acting)) === true;
}

function matchesOption(word: string, acting: string): boolean {
  if (!acting.startsWith('-')) return word === acting;
  if (!word.startsWith('-')) return false;
  const [option = word] = word.split('=');
  if (acting.length > 2) return option.length > 2 && acting.startsWith(option);
  // Short options may be joined, such as `-no`, and hold their value, such as `-ofile`.
  return !word.startsWith('--') && word.includes(acting.slice(1));
}

/**
 * Whether a shell or an interpreter gets no script in its arguments, so that it runs what it reads from
 * standard input, as at the end of a pipe.
 */
export function readsProgramFromInput(words: readonly string[]): boolean {
  const [program = '', ...given] = words;
  const name = getProgramNameWithoutVersion(program);
  if (!SHELLS.has(name) && !INTERPRETERS.has(name)) return false;
  return (
    given.every((word) => word.startsWith('-')) && !given.some((word) => HARMLESS_OPTION.test(word))
  );
}

/** Lists the texts in a command that its program may run, such as the value of `--to-command`. */
export function listTextsProgramMayRun(words: readonly string[]): readonly string[] {
  const [program = '', ...given] = words;
  const name = getProgramNameWithoutVersion(program);
  return given.filter((word, at) => {
    const before = given[at - 1];
    const isValue = before?.startsWith('-') === true && canWordAddActions(name, before);
    return isValue || canWordAddActions(name, word) || isProgramText(program, word);
  });
}

/** Whether a program runs some of its own arguments as a command, such as `npm exec`. */
export function runsArgumentsAsCommand(words: readonly string[]): boolean {
  const name = getProgramNameWithoutVersion(words[0] ?? '');
  return isCommandRunner(name) || words.some((word) => RUNNING_COMMANDS[name]?.test(word) === true);
}

/**
 * Whether an argument may be the program text of an interpreter such as `python`, which a wildcard of a rule
 * must not match.
 */
export function isProgramText(program: string, word: string): boolean {
  const isOption = word.startsWith('-') && word !== '-';
  return INTERPRETERS.has(getProgramNameWithoutVersion(program)) && !isOption;
}

/**
 * Returns whether a program has options that run or change something. A rule then covers no file name
 * patterns, because a file could be named like such an option.
 */
export function hasOptionsWithActions(program: string): boolean {
  return Object.hasOwn(ACTING_OPTIONS, getProgramNameWithoutVersion(program));
}
