import {
  splitUsage,
  type Command,
  type Option,
} from '../../packages/timestep/src/people/cli/command.ts';
import { escapeText, formatRows } from './described.ts';

/** Formats the page of all commands, with their options and examples. */
export function formatCommandPage(commands: readonly Command[], written: string): string {
  const rows = commands.map(({ usage, about }) => [`timestep ${usage}`, about] as const);
  return `# Command line

Every command has \`--help\`, and those whose output a program may read have \`--json\`.

| Command | What it does |
|---|---|
${formatRows(rows)}

| Exit code | Meaning |
|---|---|
| 0 | success |
| 1 | failure, or findings |
| 2 | usage error |
| 3 | the runs cannot be compared |
| 4 | a user's input is required |

${commands.map(formatCommand).join('\n')}
${written}
`;
}

function formatCommand(command: Command): string {
  const { usage, about, more, options = {}, sections = [], examples } = command;
  const rows = Object.entries(options).map(([name, option]) => formatOption(name, option));
  const facts = sections.flatMap(({ title, rows: listed }) => [
    `${title}\n`,
    '| Name | Meaning |\n|---|---|',
    formatRows(listed),
    '',
  ]);
  const table = rows.length === 0 ? [] : ['| Option | Meaning |\n|---|---|', formatRows(rows), ''];
  return [
    `## timestep ${splitUsage(command).words.join(' ')}`,
    '',
    `\`timestep ${usage}\``,
    '',
    escapeText(more === undefined ? about : `${about} ${more}`),
    '',
    ...table,
    ...facts,
    '```console',
    ...examples,
    '```',
    '',
  ].join('\n');
}

function formatOption(name: string, { value, about, isRepeated, isValueOptional }: Option) {
  const placeholder = isValueOptional ? ` [${value ?? ''}]` : ` ${value ?? ''}`;
  const written = value === undefined ? `--${name}` : `--${name}${placeholder}`;
  return [written, isRepeated ? `${about}; can be repeated` : about] as const;
}
