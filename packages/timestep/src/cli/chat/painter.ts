/** A place in the live lines; both count from 0. */
interface Place {
  readonly row: number;
  readonly column: number;
}

/** What a terminal is to show next. */
export interface Frame {
  /** Lines for good: they go above the live ones, and from there into the terminal's own history. */
  readonly printed: readonly string[];
  /** Lines at the end that may change; none is wider than the terminal, and all fit its height. */
  readonly live: readonly string[];
  readonly cursor: Place;
  readonly columns: number;
  readonly rows: number;
}

/** What a terminal shows now, as far as it may change. */
export type Painted = Omit<Frame, 'printed'>;

/** Columns that a line takes up. */
export type WidthOf = (line: string) => number;

const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_LINE = '\u001b[K';

/**
 * What to write so that a terminal shows a frame. Printed lines are written once and never again, and
 * nothing above the live lines is touched, so that the terminal's history stays as it is.
 */
export function paint(before: Painted | undefined, frame: Frame, widthOf: WidthOf): string {
  if (!before) return `${BEGIN}\r${lines([...frame.printed, ...frame.live])}${placed(frame)}${END}`;
  const isAnew =
    frame.printed.length > 0 || frame.columns !== before.columns || before.live.length > frame.rows;
  const written = isAnew ? repainted(before, frame, widthOf) : changed(before, frame, widthOf);
  return written === '' ? '' : BEGIN + written + END;
}

/** What to write so that whatever is written next stands below the live lines. */
export function leaveBelow({ live, cursor }: Painted): string {
  return `${moved(cursor.row, Math.max(0, live.length - 1))}\r\n`;
}

/** Clears the live lines, however the terminal has wrapped them, and writes everything below them. */
function repainted(before: Painted, frame: Frame, widthOf: WidthOf): string {
  const { columns, rows } = frame;
  const above = before.live.slice(0, before.cursor.row);
  const wrapped = above.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)),
    Math.floor(Math.max(0, before.cursor.column - 1) / columns),
  );
  const up = Math.min(wrapped, rows - 1);
  const all = lines([...frame.printed, ...frame.live]);
  return `${moved(up, 0)}\r${CLEAR_BELOW}${all}${placed(frame)}`;
}

/** The cursor after everything was written is at the end of the last line. */
function placed({ live, cursor }: Frame): string {
  return moved(live.length - 1, cursor.row) + toColumn(cursor.column);
}

/** Rewrites the lines that are different. */
function changed(before: Painted, frame: Frame, widthOf: WidthOf): string {
  const { live, cursor } = frame;
  const old = before.live;
  let row = before.cursor.row;
  const pieces: string[] = [];
  const go = (to: number): void => {
    pieces.push(moved(row, to));
    row = to;
  };
  const isSameLength = live.length === old.length;
  const first = live.findIndex((line, at) => line !== old[at]);
  if (isSameLength) {
    for (const [at, line] of live.entries()) {
      const earlier = old[at];
      if (earlier === undefined || line === earlier) continue;
      go(at);
      pieces.push(rewritten(earlier, line, widthOf));
    }
  } else {
    const from = first === -1 ? live.length : first;
    if (from < old.length) {
      go(from);
      pieces.push(`\r${CLEAR_BELOW}`);
    } else {
      go(old.length - 1);
      pieces.push('\r\n');
    }
    pieces.push(lines(live.slice(from)));
    row = Math.max(from, live.length - 1);
  }
  if (pieces.length === 0 && isSame(before.cursor, cursor)) return '';
  go(cursor.row);
  pieces.push(toColumn(cursor.column));
  return pieces.join('');
}

/** A line in place of another one; only the end is written where the beginning stays. */
function rewritten(earlier: string, line: string, widthOf: WidthOf): string {
  const kept = keptLength(earlier, line);
  const beginning = line.slice(0, kept);
  const isShorter = widthOf(line) < widthOf(earlier);
  const rest = line.slice(kept);
  if (kept === 0) return `\r${CLEAR_LINE}${line}`;
  return `${toColumn(widthOf(beginning))}${isShorter ? CLEAR_LINE : ''}${rest}`;
}

/** How much of the beginning both have; no colour or letter is cut in two by it. */
function keptLength(earlier: string, line: string): number {
  const most = Math.min(earlier.length, line.length);
  let at = 0;
  while (at < most && earlier[at] === line[at]) at += 1;
  const escape = line.lastIndexOf('\u001b', at - 1);
  const isStyled = escape !== -1 && !line.startsWith('\u001b[0m', escape);
  if (isStyled || (escape !== -1 && at < escape + 4)) return 0;
  // A letter may be made of several characters, of which only the first is in ASCII.
  while (at > 0 && !(isAscii(line, at - 1) && isAscii(line, at) && isAscii(earlier, at))) at -= 1;
  return escape !== -1 && at < escape + 4 ? 0 : at;
}

function isAscii(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) < 0x80;
}

function isSame(one: Place, other: Place): boolean {
  return one.row === other.row && one.column === other.column;
}

function moved(from: number, to: number): string {
  if (to === from) return '';
  return to > from ? `\u001b[${to - from}B` : `\u001b[${from - to}A`;
}

function toColumn(column: number): string {
  return column === 0 ? '\r' : `\u001b[${column + 1}G`;
}

function lines(all: readonly string[]): string {
  return all.join('\r\n');
}
