export interface Style {
  readonly bold: StyleText;
  readonly dim: StyleText;
  readonly italic: StyleText;
  readonly underline: StyleText;
  readonly strike: StyleText;
  readonly reverse: StyleText;
  readonly red: StyleText;
  readonly green: StyleText;
  readonly yellow: StyleText;
  readonly blue: StyleText;
  readonly cyan: StyleText;
}

type StyleText = (text: string) => string;

/** Creates styles with the standard terminal colors, or without any if `NO_COLOR` is set. */
export function createStyle(env: Readonly<Record<string, string | undefined>>): Style {
  const hasColors = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const ink =
    (on: number, off: number): StyleText =>
    (text) =>
      hasColors ? `\u001b[${on}m${text}\u001b[${off}m` : text;
  return {
    bold: ink(1, 22),
    dim: ink(2, 22),
    italic: ink(3, 23),
    underline: ink(4, 24),
    strike: ink(9, 29),
    reverse: ink(7, 27),
    red: ink(31, 39),
    green: ink(32, 39),
    yellow: ink(33, 39),
    blue: ink(34, 39),
    cyan: ink(36, 39),
  };
}

/** Formats text for a terminal of a given width. The text must not contain control characters. */
export interface Typeset {
  readonly style: Style;
  readonly formatMarkdown: (text: string) => readonly string[];
  /** Wraps text, at word boundaries if possible, for lines that are indented by two columns. */
  readonly wrapText: (text: string) => readonly string[];
  readonly truncateText: (text: string) => string;
}
