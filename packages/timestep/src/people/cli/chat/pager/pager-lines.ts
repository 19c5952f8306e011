import { formatWholeCall } from '../item-lines.ts';
import type { Typeset } from '../style.ts';
import { isKey, type KeyName } from '../terminal-library.ts';
import type { Pager, PagerKey } from './pager.ts';

const KEYS: readonly (readonly [key: KeyName, meaning: PagerKey])[] = [
  ['up', 'up'],
  ['down', 'down'],
  ['enter', 'down'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['space', 'page-down'],
  ['home', 'start'],
  ['end', 'end'],
  ['left', 'older'],
  ['right', 'newer'],
  ['q', 'close'],
  ['escape', 'close'],
  ['ctrl+o', 'close'],
  ['ctrl+c', 'close'],
  ['ctrl+d', 'close'],
];

const ENTER_SCREEN = '\u001b[?1049h\u001b[?25l';
/** Sequence that gives the terminal back as it was before the pager, with its history. */
export const LEAVE_SCREEN = '\u001b[?1049l';
const [BEGIN_FRAME, END_FRAME] = ['\u001b[?2026h\u001b[H', '\u001b[J\u001b[?2026l'];

/** Parses a key that a terminal sent to a pager. Undefined for keys that the pager does not use. */
export function readPagerKey(sent: string): PagerKey | undefined {
  return KEYS.find(([key]) => isKey(sent, key))?.[1];
}

/** Returns the lines of the result that a pager shows, with the arguments of its call above them. */
export function listPagerLines({ calls, at }: Pager, typeset: Typeset): readonly string[] {
  const call = calls[at];
  return call ? formatWholeCall(call, typeset) : [];
}

/**
 * Draws a pager on the alternate screen of a terminal, which has no history. `isNew`: the alternate screen is not
 * shown yet. `note` is shown first in the status line.
 */
export function drawPager(
  pager: Pager,
  { rows, isNew, note }: { readonly rows: number; readonly isNew: boolean; readonly note: string },
  typeset: Typeset,
): string {
  const { style, truncateText } = typeset;
  const lines = listPagerLines(pager, typeset);
  const room = getPagerRoom(rows);
  const shown = lines.slice(pager.top, pager.top + room);
  const filled = [...shown, ...Array.from({ length: room - shown.length }, () => '')];
  const status = [
    ...(note === '' ? [] : [note]),
    `lines ${pager.top + 1} to ${pager.top + shown.length} of ${lines.length}`,
    'q: close',
    'Up, Down, Page Up, Page Down: scroll',
    ...(pager.calls.length > 1
      ? [`Left, Right: result ${pager.at + 1} of ${pager.calls.length}`]
      : []),
  ].join(' · ');
  const frame = [...filled, style.dim(truncateText(status))].map((line) => `${line}\u001b[K`);
  return `${isNew ? ENTER_SCREEN : ''}${BEGIN_FRAME}${frame.join('\r\n')}${END_FRAME}`;
}

/** Number of lines of a result that a pager shows: the last row is its status line. */
export function getPagerRoom(rows: number): number {
  return Math.max(1, rows - 1);
}
