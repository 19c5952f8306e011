import { crashesOf, lastCrash } from './crashes.ts';
import type { TaskEvent } from './event.ts';
import { isInterrupted, type Task } from './task.ts';

/** What became of the process that drove a task. */
export type Departure =
  /** It let go of its tasks. */
  | { readonly kind: 'left' }
  /** It ended without a word, or froze. A task that is under way so often in a row is given up. */
  | { readonly kind: 'lost'; readonly crashLimit: number };

/**
 * What is to be recorded of a task whose driver is gone: that it is taken up again, so that the time
 * in between does not count as work, and that everything it had under way was cut off. A task that
 * may have taken its process along is held, to be tried again in its turn.
 */
export function lostEffects(task: Task, departure: Departure): TaskEvent[] {
  // What was held did nothing that could have been cut off.
  if (task.end || task.isHeld || isInterrupted(task)) return [];
  const isLost = departure.kind === 'lost';
  const error = isLost ? lastCrash(task, departure.crashLimit) : undefined;
  const isHeld = !error && (isLost || crashesOf(task) > 0);
  const resumed: TaskEvent = {
    type: 'task.resumed',
    ...(isLost && { afterCrash: true }),
    ...(isHeld && { isHeld }),
    ...(error && { error }),
  };
  const calls = task.calls.filter((state) => state.status === 'running');
  const cut: TaskEvent[] = calls.map((state) => ({
    type: 'tool.interrupted',
    callId: state.call.id,
  }));
  if (task.model !== 'running') return [resumed, ...cut];
  const lost: TaskEvent = { type: 'model.lost', step: task.steps + 1, attempt: task.attempt };
  return [resumed, lost, ...cut];
}
