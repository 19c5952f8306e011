import { doWordsNameCommand, splitUsage, type Command, type Option } from './command.ts';
import { formatTable } from './output/plain-text.ts';

const EXIT_CODES = [
  'Exit codes: 0 success; 1 failure or findings; 2 usage error; 3 runs not comparable;',
  '4 human input required.',
];

/** Formats the help of one command, of a group of commands, or of all commands. */
export function formatHelp(words: readonly string[], commands: readonly Command[]): string {
  const only = commands.find((command) => doWordsNameCommand(command, words));
  const sections = only ? createCommandHelp(only) : createGroupHelp(words, commands);
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** A titled part of the help text, with its lines. */
type Section = readonly string[];

function createCommandHelp(command: Command): readonly Section[] {
  const { usage, about, more, options, sections = [], examples } = command;
  const all: Record<string, Option> = { ...options, help: { about: 'shows this help' } };
  const rows = Object.entries(all).map(([name, option]) => [
    `  --${name}${formatValuePlaceholder(option)}`,
    option.isRepeated ? `${option.about}; can be repeated` : option.about,
  ]);
  return [
    [`Usage: timestep ${usage} [options]`],
    more === undefined ? [about] : [about, more],
    ['Options:', ...formatTable(rows)],
    ...sections.map(({ title, rows: facts }) => [
      title,
      ...formatTable(facts.map(([name, text]) => [`  ${name}`, text])),
    ]),
    createExamples(examples),
    EXIT_CODES,
  ];
}

function formatValuePlaceholder({ value, isValueOptional }: Option): string {
  if (value === undefined) return '';
  return isValueOptional ? ` [${value}]` : ` ${value}`;
}

function createGroupHelp(
  group: readonly string[],
  commands: readonly Command[],
): readonly Section[] {
  const listed = commands.filter((command) => {
    const { words } = splitUsage(command);
    return group.every((word, at) => words[at] === word);
  });
  const rows = listed.map(({ usage, about }) => [`  ${usage}`, about]);
  return [
    [`Usage: ${['timestep', ...group].join(' ')} <command> [options]`],
    ['Commands:', ...formatTable(rows)],
    createExamples(listed.flatMap(({ examples }) => examples.slice(0, 1))),
    ['Run a command with --help to see its options.', ...EXIT_CODES],
  ];
}

function createExamples(examples: readonly string[]): Section {
  return ['Examples:', ...examples.map((example) => `  ${example}`)];
}
