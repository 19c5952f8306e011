/** A parsed input line: a message for the agent, or a slash command with its arguments. */
export type InputLine =
  | { readonly kind: 'words' }
  | {
      readonly kind: 'command';
      readonly name: string;
      /** Arguments of the command; undefined if a quote is not closed. */
      readonly args: readonly string[] | undefined;
      /** The unparsed text after the command name. */
      readonly text: string;
    };

/** Pattern of a slash command. A second slash makes the line a path, a leading space a message. */
const COMMAND = /^\/([a-z?][\w-]*)(?=\s|$)/i;

/** Parses an input line. Arguments are separated by spaces, grouped by quotes, escaped with `\`. */
export function parseInputLine(line: string): InputLine {
  const [whole, name] = COMMAND.exec(line) ?? [];
  if (whole === undefined || name === undefined) return { kind: 'words' };
  const text = line.slice(whole.length);
  return {
    kind: 'command',
    name: name.toLowerCase(),
    args: splitArguments(text),
    text: text.trim(),
  };
}

function splitArguments(text: string): readonly string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  let isKept = false;
  for (const sign of text) {
    if (isKept) {
      word = (word ?? '') + sign;
      isKept = false;
    } else if (sign === '\\' && quote !== "'") {
      isKept = true;
    } else if (quote !== undefined) {
      if (sign === quote) quote = undefined;
      else word = (word ?? '') + sign;
    } else if (sign === '"' || sign === "'") {
      quote = sign;
      word ??= '';
    } else if (/\s/.test(sign)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else {
      word = (word ?? '') + sign;
    }
  }
  if (quote !== undefined) return undefined;
  if (isKept) word = `${word ?? ''}\\`;
  return word === undefined ? words : [...words, word];
}
