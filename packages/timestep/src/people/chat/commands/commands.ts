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
  suggestWord,
  type CommandAnswer,
  type Completion,
  type SlashCommand,
} from './slash-command.ts';
import { parseInputLine } from './input-line.ts';

const HELP: SlashCommand = {
  name: 'help',
  aliases: ['?'],
  usage: '[command]',
  summary: 'lists the commands',
  maxArguments: 1,
  complete: () => SLASH_COMMANDS.map(({ name, summary }) => ({ word: name, about: summary })),
  run(_, [about]) {
    if (about === undefined) return formatList(SLASH_COMMANDS.map(formatHelpLine), '');
    const found = findCommand(about.replace(/^\//, ''));
    return found ? formatHelpLine(found) : createUnknownCommandRefusal(about);
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
  if (!command) return createUnknownCommandRefusal(name);
  const given = command.takesText ? [text].filter((one) => one !== '') : read.args;
  if (!given) return createRefusal(`/${name}: a quote is not closed.`);
  const { minArguments = 0, maxArguments = 0 } = command;
  if (given.length < minArguments || given.length > maxArguments)
    return createRefusal(`Usage: ${formatUsage(command)}.`);
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
    return SLASH_COMMANDS.filter(({ name }) => name.startsWith(line.slice(1))).map(
      ({ name, summary }) => ({ word: `/${name}`, about: summary }),
    );
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

function createUnknownCommandRefusal(name: string): CommandAnswer {
  const names = SLASH_COMMANDS.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
  const hint = suggestWord(name, names, 'List the commands with /help.', (word) => `/${word}`);
  return createRefusal(`Unknown command ${quoteAsCode(`/${name}`)}. ${hint}`);
}

function formatHelpLine(command: SlashCommand): string {
  const others = (command.aliases ?? []).map((alias) => `, ${quoteAsCode(`/${alias}`)}`).join('');
  return `${formatUsage(command)}${others}: ${command.summary}`;
}

function formatUsage({ name, usage }: SlashCommand): string {
  return quoteAsCode(`/${name}${usage === '' ? '' : ` ${usage}`}`);
}
