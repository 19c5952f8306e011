/** A parsed input line: a message for the agent, or a slash command with its arguments. */
export type InputLine =
  | { readonly kind: 'words' }
  | {
      readonly kind: 'command';
      readonly name: string;
      /** Arguments of the command; undefined if a quote is not closed. */
      readonly args: readonly string[] | undefined;
      /** The unparsed text after the name of the slash command. */
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

/** A word: unquoted characters, characters escaped with `\\`, and quoted text. */
const WORD = /(?:[^\s"'\\]|\\.|\\$|"(?:[^"\\]|\\.)*"|'[^']*')+/gs;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs;

function splitArguments(text: string): readonly string[] | undefined {
  const isClosed = text.replaceAll(WORD, '').trim() === '';
  const words = text.match(WORD) ?? [];
  return isClosed ? words.map(unquote) : undefined;
}

function unquote(word: string): string {
  return word.replaceAll(
    QUOTED,
    (_, double?: string, single?: string, escaped?: string) =>
      single ?? escaped ?? (double ?? '').replaceAll(/\\(.)/gs, '$1'),
  );
}
