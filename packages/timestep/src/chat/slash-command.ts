import type { CommandPort } from './command-port.ts';

/** A command that is written after a slash. */
export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Its arguments as help shows them, such as `<name> <value>`; empty where it takes none. */
  readonly usage: string;
  readonly summary: string;
  /** Takes everything after its name as one argument, with quotes as they are. */
  readonly takesText?: true;
  /** How many arguments it takes at least and at most; default none. */
  readonly least?: number;
  readonly most?: number;
  /** What may be written next, after the arguments that are there. */
  readonly complete?: (
    port: CommandPort,
    before: readonly string[],
  ) => Promise<readonly Completion[]> | readonly Completion[];
  readonly run: (port: CommandPort, given: readonly string[]) => Promise<Answer> | Answer;
}

/** A word that may be written next. */
export interface Completion {
  readonly word: string;
  readonly about?: string;
}

/** What a command comes to: words to show as Markdown, or what the surface is to do. */
export type Answer =
  | { readonly do: 'say'; readonly text: string }
  /** The command was not carried out; the text says why, and what to write instead. */
  | { readonly do: 'refuse'; readonly text: string }
  /** Say this to the agent, as if the person had written it. */
  | { readonly do: 'send'; readonly text: string }
  | { readonly do: 'leave' }
  /** Begin a new conversation. */
  | { readonly do: 'clear' }
  /** Show the conversation of that id. */
  | { readonly do: 'open'; readonly sessionId: string };

export function say(text: string): Answer {
  return { do: 'say', text };
}

export function refuse(text: string): Answer {
  return { do: 'refuse', text };
}

/** What a command answers where the surface cannot do what it needs. */
export function notHere(name: string): Answer {
  return refuse(`/${name} cannot be used here.`);
}

/** A list in Markdown; a sentence where it is empty. */
export function listOf(lines: readonly string[], empty: string): string {
  return lines.length === 0 ? empty : lines.map((line) => `- ${line}`).join('\n');
}

/** Text of others as code in Markdown, on one line, without a sign that ends the code. */
export function code(text: string): string {
  return `\`${text.replaceAll(/[\s`]+/g, ' ').trim()}\``;
}
