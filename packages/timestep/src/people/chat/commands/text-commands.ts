import type { TextCommand } from '#engine/port';
import type { CommandPort } from '../session-commands/command-port.ts';
import type { CommandAnswer, SlashCommand } from './slash-command.ts';

/** Placeholders of a command's text. `$10` is an amount and not the first argument. */
const PLACEHOLDER = /\$(?:ARGUMENTS\b|([1-9])(?!\d))/g;

/**
 * Fills what the user wrote after a command into its text. A text without placeholders gets it as
 * its last paragraph.
 */
export function fillTextCommand(
  { text }: Pick<TextCommand, 'text'>,
  written: string,
  args: readonly string[],
): string {
  let isFilled = false;
  // All placeholders are replaced at once, so that arguments with a `$1` stay unchanged.
  const filled = text.replaceAll(PLACEHOLDER, (_, position: string | undefined) => {
    isFilled = true;
    return position === undefined ? written : (args[Number(position) - 1] ?? '');
  });
  return isFilled || written === '' ? filled : `${filled}\n\n${written}`;
}

/** Answers a command of the agent's folder with the message to send. */
export function answerTextCommand(
  command: TextCommand,
  { text, args }: { readonly text: string; readonly args: readonly string[] | undefined },
): CommandAnswer {
  // Text with an open quote is one argument, because it may be an ordinary sentence.
  const filled = fillTextCommand(command, text, args ?? [text]).trim();
  return filled === ''
    ? {
        do: 'refuse',
        text: `/${command.name} needs text after it, because its file contains no text.`,
      }
    : { do: 'send', text: filled };
}

type ListTextCommands = NonNullable<CommandPort['listTextCommands']>;

/** Lists the commands of the agent's folder whose names no command of the program has. */
export async function listTextCommands(
  { listTextCommands: list }: { readonly listTextCommands?: ListTextCommands | undefined },
  own: readonly SlashCommand[],
): Promise<readonly TextCommand[]> {
  const taken = new Set(own.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  const all = (await list?.()) ?? [];
  return all.filter(({ name }) => !taken.has(name));
}

/** Describes a command for a list of commands. */
export function describeTextCommand({ description }: TextCommand): string {
  return description ?? 'sends the prompt of this name from the agent folder';
}
