import type { TaskRow } from '../../engine/port/index.ts';
import type { StreamMessage } from '../view/index.ts';
import { POLL_INTERVAL_MS, waitOrAbort } from './watch-task-list.ts';
import type { PageContext } from './page-context.ts';

/** The page subscribes to each waiting task on its stream, which is limited to 32 tasks. */
export const MAX_INBOX_TASKS = 24;

type WaitingMessage = Extract<StreamMessage, { readonly kind: 'waiting' }>;

/** Yields the number of waiting tasks at first and after every change. */
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
