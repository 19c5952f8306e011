import { TimestepError } from '#core';

/**
 * Error codes: `agent_timeout`, `agent_empty_stdout`, `agent_exit_<code or signal>`,
 * `agent_not_found`, `agent_not_started`, `agent_returned_non_assistant_message`,
 * `agent_bad_reply`, `agent_too_much_output`, `bad-command-line`.
 */
export class CommandError extends TimestepError {}

/** A program and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

const NEEDS_SHELL = new Set('|&;<>`$');

/** Parses a command line with quotes as in a shell. Throws `CommandError` for other operators. */
export function splitCommandLine(line: string): Command {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (character === '\\' && quote !== "'") {
      index += 1;
      const escaped = line.charAt(index);
      const kept = quote === '"' && escaped !== '"' && escaped !== '\\' ? '\\' : '';
      word = (word ?? '') + kept + escaped;
    } else if (character === quote) {
      quote = undefined;
    } else if (quote !== undefined) {
      word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (NEEDS_SHELL.has(character)) {
      const reason = `"${character}" needs a shell: quote it, or use sh -c '…'`;
      throw createCommandLineError(line, reason);
    } else {
      word = (word ?? '') + character;
    }
  }
  if (quote !== undefined) throw createCommandLineError(line, `a closing ${quote} is missing`);
  if (word !== undefined) words.push(word);
  const [command, ...args] = words;
  if (!command) throw createCommandLineError(line, 'it is empty');
  return { command, args };
}

function createCommandLineError(line: string, reason: string): CommandError {
  return new CommandError('bad-command-line', `invalid command line "${line}": ${reason}`);
}
