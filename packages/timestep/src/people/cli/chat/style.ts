const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const;

export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** Creates styles with the standard terminal colors, or without any if `NO_COLOR` is set. */
export function createStyle(env: Readonly<Record<string, string | undefined>>): Style {
  const hasColors = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const styles = Object.entries(CODES).map(([name, [on, off]]) => [
    name,
    (text: string) => (hasColors ? `\u001b[${on}m${text}\u001b[${off}m` : text),
  ]);
  return Object.fromEntries(styles) as Style;
}

/** Formats text for a terminal of a given width. The text must not contain control characters. */
export interface Typeset {
  readonly style: Style;
  readonly formatMarkdown: (text: string) => readonly string[];
  /** Wraps text, at word boundaries if possible, for lines that are indented by two columns. */
  readonly wrapText: (text: string) => readonly string[];
  readonly truncateText: (text: string) => string;
  /** Puts a text at each end of a line, or only the left one if there is no room for both. */
  readonly padBetween: (left: string, right: string) => string;
}
