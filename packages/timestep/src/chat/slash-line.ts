/** A line as it was written: words for the agent, or a command with its arguments. */
export type SlashLine =
  | { readonly kind: 'words' }
  | {
      readonly kind: 'command';
      readonly name: string;
      /** Its arguments; `undefined` where a quote is not closed. */
      readonly given: readonly string[] | undefined;
      /** Everything after the name, as it was written. */
      readonly text: string;
    };

/** A slash and a word; with a second slash it is a path, and with a space before it, words. */
const COMMAND = /^\/([a-z?][\w-]*)(?=\s|$)/i;

/** Reads a line. Arguments are parted by spaces; quotes hold one together, `\` keeps a sign. */
export function readSlashLine(line: string): SlashLine {
  const [whole, name] = COMMAND.exec(line) ?? [];
  if (whole === undefined || name === undefined) return { kind: 'words' };
  const text = line.slice(whole.length);
  return {
    kind: 'command',
    name: name.toLowerCase(),
    given: argumentsIn(text),
    text: text.trim(),
  };
}

function argumentsIn(text: string): readonly string[] | undefined {
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
