import type { TaskRow } from '../port/index.ts';
import type { StreamMessage } from '../view/index.ts';
import { LOOK_EVERY_MS, pause } from './list-changes.ts';
import type { PageContext } from './page-context.ts';

/** A page follows each of them on its stream, which takes 32 tasks. */
export const WAITING_SHOWN = 24;

type WaitingMessage = Extract<StreamMessage, { readonly kind: 'waiting' }>;

/** How many tasks wait, at first and each time those that an inbox shows have changed, until the signal. */
export async function* waitingChanges(
  { site, clock }: Pick<PageContext, 'site' | 'clock'>,
  signal: AbortSignal,
): AsyncGenerator<WaitingMessage> {
  let seen = '';
  while (!signal.aborted) {
    const { tasks, total } = await site.tasks.waiting(WAITING_SHOWN);
    const found = JSON.stringify([total, tasks.map(placeOf)]);
    if (found !== seen) yield { kind: 'waiting', total };
    seen = found;
    await pause(clock, LOOK_EVERY_MS, signal);
  }
}

function placeOf({ id, generation }: TaskRow): readonly [string, number] {
  return [id, generation];
}
