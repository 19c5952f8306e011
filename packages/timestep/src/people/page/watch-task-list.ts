import type { Clock, TaskRow } from '#engine/port';
import type { StreamMessage, TaskListQuery } from '#people/view';
import type { PageContext } from './page-context.ts';

const POLL_INTERVAL_MS = 1000;
/** Number of newest tasks that the stream reports changes of. */
const MAX_WATCHED_TASKS = 100;

type ListMessage = Extract<StreamMessage, { readonly kind: 'list' }>;

/** Yields the newest tasks, then changed tasks after every change. */
export async function* watchTaskList(
  { site, lines, clock }: PageContext,
  query: TaskListQuery,
  signal: AbortSignal,
): AsyncGenerator<ListMessage> {
  const { text: _text, ...filter } = query;
  let seen = new Map<string, number>();
  let total = -1;
  while (!signal.aborted) {
    const listing = await site.tasks.list({ ...filter, limit: MAX_WATCHED_TASKS });
    const news = filterChangedRows(seen, listing.tasks);
    if (news.length > 0 || listing.total !== total) {
      ({ total } = listing);
      seen = new Map(listing.tasks.map(({ id, generation }) => [id, generation]));
      yield { kind: 'list', tasks: await lines.load(news), total };
    }
    await waitOrAbort(clock, POLL_INTERVAL_MS, signal);
  }
}

function filterChangedRows(
  seen: ReadonlyMap<string, number>,
  rows: readonly TaskRow[],
): readonly TaskRow[] {
  return rows.filter(({ id, generation }) => seen.get(id) !== generation);
}

function waitOrAbort(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const stop = clock.schedule(ms, () => {
      signal.removeEventListener('abort', stopWaiting);
      resolve();
    });
    function stopWaiting(): void {
      stop();
      resolve();
    }
    signal.addEventListener('abort', stopWaiting, { once: true });
  });
}

/** Maximum number of waiting tasks to list, because a page subscribes to each on one stream. */
export const MAX_INBOX_TASKS = 24;

type WaitingMessage = Extract<StreamMessage, { readonly kind: 'waiting' }>;

export async function* watchWaitingTasks(
  { site, clock }: Pick<PageContext, 'site' | 'clock'>,
  signal: AbortSignal,
): AsyncGenerator<WaitingMessage> {
  let seen = '';
  while (!signal.aborted) {
    const { tasks, total } = await site.tasks.listWaiting(MAX_INBOX_TASKS);
    const found = JSON.stringify([total, tasks.map(getIdAndGeneration)]);
    if (found !== seen) yield { kind: 'waiting', total };
    seen = found;
    await waitOrAbort(clock, POLL_INTERVAL_MS, signal);
  }
}

function getIdAndGeneration({ id, generation }: TaskRow): readonly [string, number] {
  return [id, generation];
}
