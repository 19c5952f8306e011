/** Colors and font styles in a terminal. */
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

/** Wraps a text in the escape sequences of a color or font style. */
type StyleText = (text: string) => string;

/** Creates the 16 standard terminal colors. Without colors if `NO_COLOR` is set. */
export function createStyle(env: Readonly<Record<string, string | undefined>>): Style {
  const hasColours = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const ink =
    (on: number, off: number): StyleText =>
    (text) =>
      hasColours ? `\u001b[${on}m${text}\u001b[${off}m` : text;
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
