export interface Frame {
  /** Lines to write once above the live lines. They stay in the terminal's scrollback. */
  readonly printed: readonly string[];
  /** Lines at the bottom of the terminal that are redrawn, and fit its width and height. */
  readonly live: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
  readonly columns: number;
  readonly rows: number;
}

export type DisplayedFrame = Omit<Frame, 'printed'>;

export type MeasureWidth = (line: string) => number;

const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';
const CLEAR_BELOW = '\u001b[J';
const CLEAR_LINE = '\u001b[K';

/**
 * Returns the terminal output that replaces the previous frame. Lines above the live lines stay
 * unchanged.
 */
export function renderFrame(
  before: DisplayedFrame | undefined,
  frame: Frame,
  measureWidth: MeasureWidth,
): string {
  if (!before)
    return `${BEGIN}\r${joinWithCrLf([...frame.printed, ...frame.live])}${encodeMoveToCursor(frame)}${END}`;
  const isAnew =
    frame.printed.length > 0 || frame.columns !== before.columns || before.live.length > frame.rows;
  const written = isAnew
    ? rewriteAllLines(before, frame, measureWidth)
    : rewriteChangedLines(before, frame, measureWidth);
  return written === '' ? '' : BEGIN + written + END;
}

export function encodeMoveBelowFrame({ live, cursor }: DisplayedFrame): string {
  return `${encodeMoveByRows(cursor.row, Math.max(0, live.length - 1))}\r\n`;
}

/** Clears the live lines, even if a resize has wrapped them, and writes the frame again. */
function rewriteAllLines(before: DisplayedFrame, frame: Frame, measureWidth: MeasureWidth): string {
  const { columns, rows } = frame;
  const above = before.live.slice(0, before.cursor.row);
  const wrapped = above.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(measureWidth(line) / columns)),
    Math.floor(Math.max(0, before.cursor.column - 1) / columns),
  );
  const up = Math.min(wrapped, rows - 1);
  const all = joinWithCrLf([...frame.printed, ...frame.live]);
  return `${encodeMoveByRows(up, 0)}\r${CLEAR_BELOW}${all}${encodeMoveToCursor(frame)}`;
}

function encodeMoveToCursor({ live, cursor }: Frame): string {
  return encodeMoveByRows(live.length - 1, cursor.row) + encodeMoveToColumn(cursor.column);
}

function rewriteChangedLines(
  before: DisplayedFrame,
  frame: Frame,
  measureWidth: MeasureWidth,
): string {
  const { live, cursor } = frame;
  const old = before.live;
  let row = before.cursor.row;
  const pieces: string[] = [];
  const go = (to: number): void => {
    pieces.push(encodeMoveByRows(row, to));
    row = to;
  };
  const isSameLength = live.length === old.length;
  const first = live.findIndex((line, at) => line !== old[at]);
  if (isSameLength) {
    for (const [at, line] of live.entries()) {
      const earlier = old[at];
      if (earlier === undefined || line === earlier) continue;
      go(at);
      pieces.push(rewriteLine(earlier, line, measureWidth));
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
    pieces.push(joinWithCrLf(live.slice(from)));
    row = Math.max(from, live.length - 1);
  }
  const isSamePosition = row === cursor.row && before.cursor.column === cursor.column;
  if (pieces.length === 0 && isSamePosition) return '';
  go(cursor.row);
  pieces.push(encodeMoveToColumn(cursor.column));
  return pieces.join('');
}

/** Replaces a line. If both lines start alike, only the rest is written. */
function rewriteLine(earlier: string, line: string, measureWidth: MeasureWidth): string {
  const kept = getCommonPrefixLength(earlier, line);
  if (kept === 0) return `\r${CLEAR_LINE}${line}`;
  const column = measureWidth(line.slice(0, kept));
  const isShorter = measureWidth(line) < measureWidth(earlier);
  return `${encodeMoveToColumn(column)}${isShorter ? CLEAR_LINE : ''}${line.slice(kept)}`;
}

/** Returns the length of the common prefix, without splitting an escape sequence or a character. */
function getCommonPrefixLength(earlier: string, line: string): number {
  const most = Math.min(earlier.length, line.length);
  let at = 0;
  while (at < most && earlier[at] === line[at]) at += 1;
  const escape = line.lastIndexOf('\u001b', at - 1);
  const isStyled = escape !== -1 && !line.startsWith('\u001b[0m', escape);
  if (isStyled || (escape !== -1 && at < escape + 4)) return 0;
  // The reused start of a line ends between ASCII characters: others may be part of a longer character.
  while (at > 0 && !(isAscii(line, at - 1) && isAscii(line, at) && isAscii(earlier, at))) at -= 1;
  return escape !== -1 && at < escape + 4 ? 0 : at;
}

function isAscii(text: string, at: number): boolean {
  return at >= text.length || text.charCodeAt(at) < 0x80;
}

function encodeMoveByRows(from: number, to: number): string {
  if (to === from) return '';
  return to > from ? `\u001b[${to - from}B` : `\u001b[${from - to}A`;
}

function encodeMoveToColumn(column: number): string {
  return column === 0 ? '\r' : `\u001b[${column + 1}G`;
}

function joinWithCrLf(all: readonly string[]): string {
  return all.join('\r\n');
}
