import type { Clock } from '#engine/port';
import type { StreamMessage, TaskListQuery } from '#people/view';
import { listInbox } from './list-inbox.ts';
import type { PageContext } from './page-context.ts';

const POLL_INTERVAL_MS = 1000;
const MAX_WATCHED_TASKS = 100;

/** Yields the newest tasks, then changed tasks after every change. */
export async function* watchTaskList(
  { site, lines, clock }: PageContext,
  query: TaskListQuery,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  // Watches the newest changes whatever the order of the list, because pages reload sorted lists anyway.
  const { text: _text, since: _since, until: _until, sort: _sort, ...filter } = query;
  let seen = new Map<string, number>();
  let total = -1;
  while (!signal.aborted) {
    const listing = await site.tasks.list({ ...filter, limit: MAX_WATCHED_TASKS });
    const before = seen;
    const news = listing.tasks.filter(({ id, generation }) => before.get(id) !== generation);
    if (news.length > 0 || listing.total !== total) {
      ({ total } = listing);
      seen = new Map(listing.tasks.map(({ id, generation }) => [id, generation]));
      yield { kind: 'list', tasks: await lines.load(news), total };
    }
    await waitUnlessAborted(clock, POLL_INTERVAL_MS, signal);
  }
}

export async function waitUnlessAborted(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const stop = clock.schedule(ms, () => resolve(undefined));
  signal.addEventListener('abort', resolve);
  await promise;
  stop();
  signal.removeEventListener('abort', resolve);
}

/** Maximum number of waiting tasks to list, because a page subscribes to each on one stream. */
export const MAX_INBOX_TASKS = 24;

export async function* watchWaitingTaskCount(
  { site, lines, clock }: Pick<PageContext, 'site' | 'lines' | 'clock'>,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  let seen = '';
  while (!signal.aborted) {
    const listing = await site.tasks.listWaiting(MAX_INBOX_TASKS);
    const { tasks, total } = listing;
    const found = JSON.stringify([total, tasks.map(({ id, generation }) => [id, generation])]);
    if (found !== seen) {
      yield { kind: 'waiting', total: (await listInbox(listing, { lines })).total };
    }
    seen = found;
    await waitUnlessAborted(clock, POLL_INTERVAL_MS, signal);
  }
}
