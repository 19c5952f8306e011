import type { CallItem } from '#people/view';

/** Whole results of tool calls that a user reads, one at a time. */
export interface Pager {
  /** Calls whose results were shown shortened, oldest first; at least one. */
  readonly calls: readonly CallItem[];
  /** Index of the call that is shown. */
  readonly at: number;
  /** Number of lines above the first visible one. */
  readonly top: number;
}

export type PagerKey =
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'start'
  | 'end'
  | 'newer'
  | 'older'
  | 'close';

/** Opens the newest of the calls; undefined if there are none. */
export function createPager(calls: readonly CallItem[]): Pager | undefined {
  return calls.length === 0 ? undefined : { calls, at: calls.length - 1, top: 0 };
}

/** Returns the pager after a key; undefined if it is closed. `room` is the number of lines that it shows. */
export function applyPagerKey(
  pager: Pager,
  key: PagerKey,
  { lines, room }: { readonly lines: number; readonly room: number },
): Pager | undefined {
  const { calls, at, top } = pager;
  const last = Math.max(0, lines - room);
  const scrollTo = (line: number): Pager => ({ ...pager, top: Math.min(Math.max(0, line), last) });
  const turnTo = (call: number): Pager =>
    call in calls && call !== at ? { ...pager, at: call, top: 0 } : pager;
  switch (key) {
    case 'up':
      return scrollTo(top - 1);
    case 'down':
      return scrollTo(top + 1);
    case 'page-up':
      return scrollTo(top - room);
    case 'page-down':
      return scrollTo(top + room);
    case 'start':
      return scrollTo(0);
    case 'end':
      return scrollTo(last);
    case 'newer':
      return turnTo(at + 1);
    case 'older':
      return turnTo(at - 1);
    case 'close':
      return undefined;
  }
}
