import { findSimilarWord } from '#core';
import type { CommandPort } from '../session-commands/command-port.ts';

/** A slash command. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Arguments in the help text, such as `<name> <value>`; empty if the command has none. */
  readonly usage: string;
  readonly summary: string;
  /** Whether the rest of the line is passed as one argument, including quotes. */
  readonly takesText?: true;
  readonly minArguments?: number;
  readonly maxArguments?: number;
  /** Lists completions for the argument after those already entered. */
  readonly complete?: (
    port: CommandPort,
    before: readonly string[],
  ) => Promise<readonly Completion[]> | readonly Completion[];
  readonly run: (
    port: CommandPort,
    args: readonly string[],
  ) => Promise<CommandResult> | CommandResult;
}

/**
 * Result of a slash command: Markdown to display, or an action for the front end. Undefined if the command is
 * not available.
 */
export type CommandResult = string | CommandAnswer | undefined;

/** A suggestion for the next word of a slash command. */
export interface Completion {
  readonly word: string;
  readonly about?: string | undefined;
}

/** The result of a slash command: Markdown to display, or an action for the front end. */
export type CommandAnswer =
  | { readonly do: 'say'; readonly text: string }
  /** The command was refused; `text` says why and what to enter instead. */
  | { readonly do: 'refuse'; readonly text: string }
  /** Send `text` to the agent as a message of the user. */
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'leave' }
  | { readonly do: 'clear' }
  | { readonly do: 'open'; readonly sessionId: string };

export function createRefusal(text: string): CommandAnswer {
  return { do: 'refuse', text };
}

/** Suggests the known word that is similar to an unknown one. Returns `advice` if there is none. */
export function suggestSimilarWord(
  unknown: string,
  known: readonly string[],
  advice: string,
  format: (word: string) => string = quoteAsCode,
): string {
  const meant = findSimilarWord(unknown, known);
  return meant === undefined ? advice : `Did you mean ${format(meant)}?`;
}

/** Formats a Markdown list, or returns `empty` if there are no lines. */
export function formatList(lines: readonly string[], empty: string): string {
  return lines.length === 0 ? empty : lines.map((line) => `- ${line}`).join('\n');
}

/** Formats text as inline code, without line breaks and backticks, which would end the code. */
export function quoteAsCode(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, ' ').trim()}\``;
}
