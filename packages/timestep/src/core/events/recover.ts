import { getCrashCount, getCrashLimitFailure } from '../task/crashes.ts';
import type { TaskEvent } from './event.ts';
import { isInputRequired, isSuspended, type Task } from '../task/task.ts';

/** How the process that ran a task stopped. */
export type ProcessExit =
  | { readonly kind: 'left' }
  /** The process ended or froze. A task is given up after `crashLimit` consecutive crashes. */
  | { readonly kind: 'lost'; readonly crashLimit: number };

/** Builds the events of a resumed task. A task that may have crashed its process is held back. */
export function buildRecoveryEvents(task: Task, exit: ProcessExit): TaskEvent[] {
  // A held, waiting or suspended task had no running calls.
  if (task.end || task.isHeld || isInputRequired(task) || isSuspended(task)) return [];
  const isLost = exit.kind === 'lost';
  const error = isLost ? getCrashLimitFailure(task, exit.crashLimit) : undefined;
  const isHeld = !error && (isLost || getCrashCount(task) > 0);
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
