import { isCommand, parseUsage, type Command, type Option } from './command.ts';
import { formatTable } from './output/plain-text.ts';

const EXIT_CODES = [
  'Exit codes: 0 success; 1 failure or findings; 2 usage error; 3 runs not comparable;',
  '4 human input required.',
];

/** Formats the help of a command, of the commands with the same first words, or of all. */
export function formatHelp(words: readonly string[], commands: readonly Command[]): string {
  const only = commands.find((command) => isCommand(command, words));
  const lines = only ? formatCommandHelp(only) : formatGroupHelp(words, commands);
  return `${lines.join('\n')}\n`;
}

function formatCommandHelp(command: Command): string[] {
  const { about, more, options, sections = [], examples } = command;
  const all: Record<string, Option> = { ...options, help: { about: 'shows this help' } };
  const rows = Object.entries(all).map(([name, option]) => [
    `  --${name}${formatValuePlaceholder(option)}`,
    option.isRepeated ? `${option.about}; can be repeated` : option.about,
  ]);
  return [
    `Usage: timestep ${command.usage} [options]`,
    ...createSection([about, ...(more === undefined ? [] : [more])]),
    ...createSection(['Options:', ...formatTable(rows)]),
    ...sections.flatMap(({ title, rows: facts }) =>
      createSection([title, ...formatTable(facts.map(([name, text]) => [`  ${name}`, text]))]),
    ),
    ...createSection(['Examples:', ...examples.map((example) => `  ${example}`)]),
    ...createSection(EXIT_CODES),
  ];
}

function formatValuePlaceholder({ value, isValueOptional }: Option): string {
  if (value === undefined) return '';
  return isValueOptional ? ` [${value}]` : ` ${value}`;
}

function formatGroupHelp(group: readonly string[], commands: readonly Command[]): string[] {
  const listed = commands.filter((command) => {
    const { words } = parseUsage(command);
    return group.every((word, at) => words[at] === word);
  });
  const rows = listed.map(({ usage, about }) => [`  ${usage}`, about]);
  const examples = listed.flatMap((command) => command.examples.slice(0, 1));
  return [
    `Usage: ${['timestep', ...group].join(' ')} <command> [options]`,
    ...createSection(['Commands:', ...formatTable(rows)]),
    ...createSection(['Examples:', ...examples.map((example) => `  ${example}`)]),
    ...createSection(['Run a command with --help to see its options.', ...EXIT_CODES]),
  ];
}

function createSection(lines: readonly string[]): string[] {
  return ['', ...lines];
}
