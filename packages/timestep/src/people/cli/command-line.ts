import { parseArgs } from 'node:util';
import { findSimilarWord } from '#core';
import {
  createOptionValues,
  doWordsNameCommand,
  splitUsage,
  type Command,
  type CommandArguments,
} from './command.ts';

export type CommandLine =
  | { readonly kind: 'run'; readonly command: Command; readonly call: CommandArguments }
  /** Help for `words`, a command or group of commands; empty for the general help. */
  | { readonly kind: 'help'; readonly words: readonly string[] }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'mistake';
      readonly message: string;
      readonly words: readonly string[];
      /** Suggestion for a misspelled command or option. */
      readonly meant?: string;
      /** The command on whose line an unknown option was given; undefined for other mistakes. */
      readonly unknownOptionOf?: Command;
    };

export function parseCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): CommandLine {
  const options = argv.findIndex((argument) => argument.startsWith('-'));
  const leading = options === -1 ? argv : argv.slice(0, options);
  const command = commands.find((one) => doWordsNameCommand(one, leading));
  if (command) return parseArgumentsOrMistake(command, argv);

  const names = commands.map((one) => splitUsage(one).words.join(' '));
  const end = leading.findIndex((_, at) => {
    const start = `${leading.slice(0, at + 1).join(' ')} `;
    return !names.some((name) => `${name} `.startsWith(start));
  });
  const group = end === -1 ? leading : leading.slice(0, end);
  if (hasHelpFlag(argv)) return { kind: 'help', words: group };
  if (argv[0] === '--version') return { kind: 'version' };
  const strange = leading[group.length];
  if (strange !== undefined)
    return {
      ...createUsageMistake(`unknown command ${quoteJoinedWords(leading)}`, group),
      ...toMeantField(leading.slice(0, MOST_WORDS).join(' '), names, 'timestep '),
    };
  const [first] = argv;
  if (first !== undefined && leading.length === 0) {
    return createUsageMistake(`${first} must come after a command`, group);
  }
  return createUsageMistake(
    `${quoteJoinedWords(['timestep', ...group])} requires a command`,
    group,
  );
}

function parseArgumentsOrMistake(command: Command, argv: readonly string[]): CommandLine {
  const { words, operands } = splitUsage(command);
  const rest = argv.slice(words.length);
  if (hasHelpFlag(rest)) return { kind: 'help', words };
  try {
    const options = Object.fromEntries(
      Object.entries(command.options ?? {}).map(([name, { value, isRepeated = false }]) => [
        name,
        {
          type: value === undefined ? ('boolean' as const) : ('string' as const),
          multiple: isRepeated,
        },
      ]),
    );
    const { values, positionals } = parseArgs({
      args: rest.map((argument, at) => appendEmptyOptionValue(argument, rest[at + 1], command)),
      options,
      allowPositionals: true,
    });
    const missing = operands.find((name, at) => (positionals[at] ?? '') === '' && name[0] === '<');
    const surplus = operands.includes('…') ? [] : positionals.slice(operands.length);
    if (missing !== undefined) return createUsageMistake(`${missing} is missing`, words);
    if (surplus.length > 0)
      return createUsageMistake(`unexpected argument ${quoteJoinedWords(surplus)}`, words);
    const [operand = '', second = ''] = positionals;
    const call = { operands: positionals, operand, second, values: createOptionValues(values) };
    return { kind: 'run', command, call };
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown;
    const isUnknown = 'code' in thrown && thrown.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    // Removes the advice about positional arguments from the message of Node's parser.
    const message = thrown.message.split('. ')[0] ?? thrown.message;
    const [, option = ''] = /^Unknown option '--([^']*)'/.exec(message) ?? [];
    const known = Object.keys(command.options ?? {});
    const mistake = {
      ...createUsageMistake(message, words),
      ...toMeantField(option, known, '--'),
    };
    return isUnknown ? { ...mistake, unknownOptionOf: command } : mistake;
  }
}

/** Appends `=` to an option without its optional value, so that its value is empty. */
function appendEmptyOptionValue(
  argument: string,
  next: string | undefined,
  { options }: Command,
): string {
  const isOption = argument.startsWith('--') && options?.[argument.slice(2)]?.isValueOptional;
  return isOption && (next === undefined || next.startsWith('-')) ? `${argument}=` : argument;
}

function hasHelpFlag(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  const before = end === -1 ? argv : argv.slice(0, end);
  return before.includes('--help') || before.includes('-h');
}

const MOST_WORDS = 2;

function toMeantField(
  given: string,
  known: readonly string[],
  prefix: string,
): { readonly meant?: string } {
  const meant = given === '' ? undefined : findSimilarWord(given, known);
  return meant === undefined ? {} : { meant: prefix + meant };
}

function createUsageMistake(
  message: string,
  words: readonly string[],
): Extract<CommandLine, { readonly kind: 'mistake' }> {
  return { kind: 'mistake', message, words };
}

function quoteJoinedWords(words: readonly string[]): string {
  return `"${words.join(' ')}"`;
}
