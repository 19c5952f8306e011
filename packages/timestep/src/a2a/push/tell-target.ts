import { isFinal, isInterrupted, type Task } from '../../core/index.ts';
import { follow, taskAt, type Delivery, type Runner } from '../../port/index.ts';
import { notificationsOf, type Notification } from './notifications.ts';

/** How far a delivery has come. */
export interface Progress {
  /** The generation up to which the target has been told everything. */
  sent: number;
  /** Whether it has taken anything this time. */
  hasTaken: boolean;
}

export interface Telling {
  readonly runner: Runner;
  /** Kept up to date on the way. */
  readonly progress: Progress;
  /** Whether the target may still be told. */
  readonly isHeld: () => Promise<boolean>;
  readonly tell: (notification: Notification) => Promise<void>;
  /** A change of state has been told. */
  readonly onState: () => Promise<void>;
  /** All that had happened before has been told. */
  readonly onCaughtUp: () => void;
  readonly signal: AbortSignal;
}

/**
 * Tells a target all it has not been told, until its task rests, it may no longer be told or the
 * signal aborts. Returns the task as it was told last; nothing where there is none.
 */
export async function tellTarget(
  { target }: Delivery,
  { runner, progress, isHeld, tell, onState, onCaughtUp, signal }: Telling,
): Promise<Task | undefined> {
  const now = await runner.get(target.taskId);
  if (!now) return undefined;
  let task = await taskAt(runner, now, progress.sent);
  if (task.generation >= now.generation) {
    onCaughtUp();
    if (isAtRest(task)) return task;
  }
  const leave = new AbortController();
  try {
    for await (const step of follow(runner, task, AbortSignal.any([leave.signal, signal]))) {
      if (step.kind !== 'event') continue;
      ({ task } = step);
      const notifications = notificationsOf(step, target.version);
      if (notifications.length > 0 && !(await isHeld())) break;
      for (const notification of notifications) {
        await tell(notification);
        progress.hasTaken = true;
      }
      progress.sent = task.generation;
      if (task.generation >= now.generation) {
        onCaughtUp();
        if (isAtRest(task)) break;
      }
      if (step.before.state !== task.state) await onState();
    }
  } finally {
    leave.abort();
  }
  return task;
}

function isAtRest(task: Task): boolean {
  return isFinal(task) || isInterrupted(task);
}
