import { CommandError } from './command-error.ts';

/** A program and its arguments. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
}

const NEEDS_SHELL = new Set('|&;<>`$');

/** Parses a command line with quotes as in a shell. Throws `CommandError` for other operators. */
export function parseCommandLine(line: string): Command {
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
      throw createCommandLineError(
        line,
        `"${character}" needs a shell: quote it, or use sh -c '…'`,
      );
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
