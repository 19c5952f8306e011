import type { Clock, TaskRow } from '../port/index.ts';
import type { StreamMessage, TaskListQuery } from '../view/index.ts';
import type { PageContext } from './page-context.ts';

/** How often the newest rows are looked at while a page shows the list. */
export const LOOK_EVERY_MS = 1000;
/** How many of the newest tasks a stream tells of. */
const NEWEST = 100;

type ListMessage = Extract<StreamMessage, { readonly kind: 'list' }>;

/** First the newest tasks, then those of them that have changed, each time some have, until the signal. */
export async function* listChanges(
  { site, lines, clock }: PageContext,
  query: TaskListQuery,
  signal: AbortSignal,
): AsyncGenerator<ListMessage> {
  const { text: _text, ...filter } = query;
  let seen = new Map<string, number>();
  let total = -1;
  while (!signal.aborted) {
    const listing = await site.tasks.list({ ...filter, limit: NEWEST });
    const news = changedSince(seen, listing.tasks);
    if (news.length > 0 || listing.total !== total) {
      ({ total } = listing);
      seen = new Map(listing.tasks.map(({ id, generation }) => [id, generation]));
      yield { kind: 'list', tasks: await lines.of(news), total };
    }
    await pause(clock, LOOK_EVERY_MS, signal);
  }
}

function changedSince(
  seen: ReadonlyMap<string, number>,
  rows: readonly TaskRow[],
): readonly TaskRow[] {
  return rows.filter(({ id, generation }) => seen.get(id) !== generation);
}

export function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = clock.schedule(ms, () => {
      signal.removeEventListener('abort', end);
      resolve();
    });
    function end(): void {
      stop();
      resolve();
    }
    signal.addEventListener('abort', end, { once: true });
  });
}
