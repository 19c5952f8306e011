/** Colours and weights of text in a terminal. */
export interface Style {
  readonly bold: Ink;
  readonly dim: Ink;
  readonly italic: Ink;
  readonly underline: Ink;
  readonly strike: Ink;
  readonly reverse: Ink;
  readonly red: Ink;
  readonly green: Ink;
  readonly yellow: Ink;
  readonly blue: Ink;
  readonly cyan: Ink;
}

/** Gives a text its colour or weight, and takes it back at its end. */
type Ink = (text: string) => string;

/** The usual sixteen colours; none where `NO_COLOR` is set. */
export function styleFor(env: Readonly<Record<string, string | undefined>>): Style {
  const hasColours = (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb';
  const ink =
    (on: number, off: number): Ink =>
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
