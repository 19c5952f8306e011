import type { Command, Option } from './command.ts';
import { tableOf } from './table.ts';

const EXIT_CODES = [
  'Exit codes: 0 done, and nothing found wrong; 1 failed, or something found wrong; 2 not understood;',
  '3 the runs cannot be compared; 4 a person is needed.',
];

const HELP_OPTION: Option = { type: 'boolean', about: 'this text' };

/** Help for one command, for a group of them, or for all, by the words they begin with. */
export function helpFor(words: readonly string[], commands: readonly Command[]): string {
  const about = commands.filter((command) => words.every((word, at) => command.words[at] === word));
  const [only] = about;
  const isOne = only !== undefined && only.words.length === words.length;
  const lines = isOne ? commandHelp(only) : groupHelp(words, about);
  return `${lines.join('\n')}\n`;
}

function commandHelp(command: Command): string[] {
  const { about, more, options, sections = [], examples } = command;
  const all: Record<string, Option> = { ...options, help: HELP_OPTION };
  const rows = Object.entries(all).map(([name, option]) => [
    `  --${name}${valueText(option)}`,
    option.about,
  ]);
  const usage = ['timestep', ...namesOf(command), '[options]'];
  return [
    `Usage: ${usage.join(' ')}`,
    ...section([about, ...(more === undefined ? [] : [more])]),
    ...section(['Options:', ...tableOf(rows)]),
    ...sections.flatMap(({ title, rows: facts }) =>
      section([title, ...tableOf(facts.map(([name, text]) => [`  ${name}`, text]))]),
    ),
    ...section(['Examples:', ...examples.map((example) => `  ${example}`)]),
    ...section(EXIT_CODES),
  ];
}

function valueText({ value, isValueOptional }: Option): string {
  if (value === undefined) return '';
  return isValueOptional ? ` [${value}]` : ` ${value}`;
}

function groupHelp(words: readonly string[], commands: readonly Command[]): string[] {
  const rows = commands.map((command) => [`  ${namesOf(command).join(' ')}`, command.about]);
  const examples = commands.flatMap((command) => command.examples.slice(0, 1));
  return [
    `Usage: ${['timestep', ...words].join(' ')} <command> [options]`,
    ...section(['Commands:', ...tableOf(rows)]),
    ...section(['Examples:', ...examples.map((example) => `  ${example}`)]),
    ...section(['Every command shows its options with --help.', ...EXIT_CODES]),
  ];
}

function section(lines: readonly string[]): string[] {
  return ['', ...lines];
}

/** The words of a command, with the names of its operands. */
function namesOf({ words, operand, second, isRepeated }: Command): string[] {
  const names = [operand, second].filter((name) => name !== undefined);
  return [...words, ...names, ...(isRepeated ? ['…'] : [])];
}
