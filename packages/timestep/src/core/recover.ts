import { crashesOf, lastCrash } from './crashes.ts';
import type { TaskEvent } from './event.ts';
import { isInterrupted, isSuspended, type Task } from './task.ts';

/** How the process that drove a task went away. */
export type Departure =
  /** The process released its tasks. */
  | { readonly kind: 'left' }
  /**
   * The process ended without releasing its tasks, or froze. A task during which this happens
   * `crashLimit` times in a row is given up.
   */
  | { readonly kind: 'lost'; readonly crashLimit: number };

/**
 * The events to record for a task whose process is gone: the task is resumed, so that the time in
 * between does not count as work, and everything under way was cut off. A task that may have ended
 * its process is held, and tried again in its turn.
 */
export function lostEffects(task: Task, departure: Departure): TaskEvent[] {
  // Nothing of a held task was under way, and nothing of one that waits.
  if (task.end || task.isHeld || isInterrupted(task) || isSuspended(task)) return [];
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
