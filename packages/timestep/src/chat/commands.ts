import { nearestName } from '../core/index.ts';
import { GENERAL } from './commands/general.ts';
import { ITEMS } from './commands/items.ts';
import { MODELS } from './commands/models.ts';
import { PROMPTS } from './commands/prompts.ts';
import { SESSIONS } from './commands/sessions.ts';
import { SETTINGS_COMMANDS } from './commands/settings.ts';
import type { CommandPort } from './command-port.ts';
import {
  code,
  listOf,
  refuse,
  say,
  type Answer,
  type Completion,
  type SlashCommand,
} from './slash-command.ts';
import { readSlashLine } from './slash-line.ts';

const HELP: SlashCommand = {
  name: 'help',
  aliases: ['?'],
  usage: '[command]',
  summary: 'lists the commands',
  most: 1,
  complete: () => SLASH_COMMANDS.map(({ name, summary }) => ({ word: name, about: summary })),
  run(_, [about]) {
    if (about === undefined) return say(listOf(SLASH_COMMANDS.map(helpLine), ''));
    const found = commandOf(about.replace(/^\//, ''));
    return found ? say(helpLine(found)) : unknown(about);
  },
};

/** Every command, in the order in which help names them. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  HELP,
  ...SESSIONS,
  ...ITEMS,
  PROMPTS,
  ...MODELS,
  ...SETTINGS_COMMANDS,
  ...GENERAL,
];

/** Carries out a line; `undefined` where it is words for the agent. Failures are answers, too. */
export async function runSlashLine(line: string, port: CommandPort): Promise<Answer | undefined> {
  const read = readSlashLine(line);
  if (read.kind === 'words') return undefined;
  const { name, text } = read;
  const command = commandOf(name);
  if (!command) return unknown(name);
  const given = command.takesText ? [text].filter((one) => one !== '') : read.given;
  if (!given) return refuse(`/${name}: a quote is not closed.`);
  const { least = 0, most = 0 } = command;
  if (given.length < least || given.length > most) return refuse(`Write ${helpUsage(command)}.`);
  try {
    return await command.run(port, given);
  } catch (thrown) {
    return refuse(`/${name}: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}

/** What may be written at the end of a line: names of commands, or their arguments. */
export async function completionsOf(
  line: string,
  port: CommandPort,
): Promise<readonly Completion[]> {
  if (/^\/[\w-]*$/.test(line)) {
    return SLASH_COMMANDS.filter(({ name }) => name.startsWith(line.slice(1))).map(
      ({ name, summary }) => ({ word: `/${name}`, about: summary }),
    );
  }
  const read = readSlashLine(line);
  const command = read.kind === 'command' ? commandOf(read.name) : undefined;
  if (read.kind !== 'command' || !read.given || !command?.complete) return [];
  const { given } = read;
  const isNew = /\s$/.test(line);
  const before = isNew ? given : given.slice(0, -1);
  const begun = isNew ? '' : (given.at(-1) ?? '');
  if (before.length >= (command.most ?? 0)) return [];
  const words = await command.complete(port, before);
  return words.filter(({ word }) => word.toLowerCase().startsWith(begun.toLowerCase()));
}

function commandOf(name: string): SlashCommand | undefined {
  return SLASH_COMMANDS.find(
    (command) => command.name === name || (command.aliases ?? []).includes(name),
  );
}

function unknown(name: string): Answer {
  const names = SLASH_COMMANDS.flatMap((command) => [command.name, ...(command.aliases ?? [])]);
  const meant = nearestName(name, names);
  const hint = meant === undefined ? '/help lists the commands.' : `Did you mean /${meant}?`;
  return refuse(`There is no command ${code(`/${name}`)}. ${hint}`);
}

function helpLine(command: SlashCommand): string {
  const others = (command.aliases ?? []).map((alias) => `, ${code(`/${alias}`)}`).join('');
  return `${helpUsage(command)}${others}: ${command.summary}`;
}

function helpUsage({ name, usage }: SlashCommand): string {
  return code(`/${name}${usage === '' ? '' : ` ${usage}`}`);
}
