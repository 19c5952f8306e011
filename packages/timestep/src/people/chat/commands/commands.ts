import { GENERAL } from './general.ts';
import { INBOX } from './inbox.ts';
import { ITEMS } from './items.ts';
import { MODELS } from './models.ts';
import { PROMPTS } from './prompts.ts';
import { SESSIONS } from './sessions.ts';
import { SETTINGS_COMMANDS } from './settings.ts';
import type { CommandPort } from '../session-commands/command-port.ts';
import {
  quoteAsCode,
  formatList,
  createRefusal,
  suggestSimilarWord,
  type CommandAnswer,
  type Completion,
  type SlashCommand,
} from './slash-command.ts';
import { parseInputLine } from './input-line.ts';
import { answerTextCommand, describeTextCommand, listTextCommands } from './text-commands.ts';
import type { TextCommand } from '#engine/port';

const HELP: SlashCommand = {
  name: 'help',
  aliases: ['?'],
  usage: '[command]',
  summary: 'lists the commands',
  maxArguments: 1,
  complete: async (port) =>
    [
      ...SLASH_COMMANDS,
      ...(await listTextCommands(port, SLASH_COMMANDS)).map(textToHelpCommand),
    ].map(({ name, summary }) => ({ word: name, about: summary })),
  async run(port, [about]) {
    const texts = (await listTextCommands(port, SLASH_COMMANDS)).map(textToHelpCommand);
    if (about === undefined) {
      return formatList([...SLASH_COMMANDS, ...texts].map(formatHelpLine), '');
    }
    const name = about.replace(/^\//, '');
    const found = findCommand(name) ?? texts.find((text) => text.name === name);
    return found ? formatHelpLine(found) : createUnknownCommandRefusal(about, texts);
  },
};

/** Every slash command, in the order of the help text. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  HELP,
  ...SESSIONS,
  INBOX,
  ...ITEMS,
  PROMPTS,
  ...MODELS,
  ...SETTINGS_COMMANDS,
  ...GENERAL,
];

/** Runs a slash command. Undefined for a message to the agent. Errors are returned as answers. */
export async function runSlashLine(
  line: string,
  port: CommandPort,
): Promise<CommandAnswer | undefined> {
  const read = parseInputLine(line);
  if (read.kind === 'words') return undefined;
  const { name, text } = read;
  const command = findCommand(name);
  if (!command) {
    const texts = await listTextCommands(port, SLASH_COMMANDS).catch(() => []);
    const written = texts.find((one) => one.name === name);
    if (written) return answerTextCommand(written, read);
    return createUnknownCommandRefusal(name, texts);
  }
  const given = command.takesText ? [text].filter((one) => one !== '') : read.args;
  if (!given) return createRefusal(`/${name}: a quote is not closed.`);
  const { minArguments = 0, maxArguments = 0 } = command;
  if (given.length < minArguments || given.length > maxArguments)
    return createRefusal(`Usage: ${formatCommandUsage(command)}.`);
  try {
    const result = await command.run(port, given);
    if (result === undefined) return createRefusal(`/${command.name} is not available here.`);
    return typeof result === 'string' ? { do: 'say', text: result } : result;
  } catch (thrown) {
    return createRefusal(`/${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

/** Lists the completions of a line: command names, or the arguments of a command. */
export async function listCompletions(
  line: string,
  port: CommandPort,
): Promise<readonly Completion[]> {
  if (/^\/[\w-]*$/.test(line)) {
    const texts = await listTextCommands(port, SLASH_COMMANDS).catch(() => []);
    return [...SLASH_COMMANDS, ...texts.map(textToHelpCommand)]
      .filter(({ name }) => name.startsWith(line.slice(1)))
      .map(({ name, summary }) => ({ word: `/${name}`, about: summary }));
  }
  const read = parseInputLine(line);
  const command = read.kind === 'command' ? findCommand(read.name) : undefined;
  if (read.kind !== 'command' || !read.args || !command?.complete) return [];
  const { args } = read;
  const isNew = /\s$/.test(line);
  const before = isNew ? args : args.slice(0, -1);
  const begun = isNew ? '' : (args.at(-1) ?? '');
  if (before.length >= (command.maxArguments ?? 0)) return [];
  const words = await command.complete(port, before);
  return words.filter(({ word }) => word.toLowerCase().startsWith(begun.toLowerCase()));
}

function findCommand(name: string): SlashCommand | undefined {
  return SLASH_COMMANDS.find(
    (command) => command.name === name || (command.aliases ?? []).includes(name),
  );
}

/** A command as the help text lists it. */
type HelpCommand = Pick<SlashCommand, 'name' | 'aliases' | 'usage' | 'summary'>;

function textToHelpCommand(command: TextCommand): HelpCommand {
  const { name, argumentHint = '' } = command;
  return { name, usage: argumentHint, summary: describeTextCommand(command) };
}

function createUnknownCommandRefusal(
  name: string,
  texts: readonly Pick<TextCommand, 'name'>[],
): CommandAnswer {
  const own = SLASH_COMMANDS.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
  const names = [...own, ...texts.map((text) => text.name)];
  const hint = suggestSimilarWord(
    name,
    names,
    'List the commands with /help.',
    (word) => `/${word}`,
  );
  return createRefusal(`Unknown command ${quoteAsCode(`/${name}`)}. ${hint}`);
}

function formatHelpLine(command: HelpCommand): string {
  const others = (command.aliases ?? []).map((alias) => `, ${quoteAsCode(`/${alias}`)}`).join('');
  return `${formatCommandUsage(command)}${others}: ${command.summary}`;
}

function formatCommandUsage({ name, usage }: HelpCommand): string {
  return quoteAsCode(`/${name}${usage === '' ? '' : ` ${usage}`}`);
}
