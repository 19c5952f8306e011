import { isFinal, isInterrupted, type Task } from '../../core/index.ts';
import { follow, taskAt, type Delivery, type Runner } from '../../port/index.ts';
import { notificationsOf, type Notification } from './notifications.ts';

/** How far a delivery has come. */
export interface Progress {
  /** The generation up to which the target has received everything. */
  sent: number;
  /** Whether the target has taken any notification in this delivery. */
  hasTaken: boolean;
}

export interface Telling {
  readonly runner: Runner;
  /** Updated during the delivery. */
  readonly progress: Progress;
  /** Whether the target's lease is still held. */
  readonly isHeld: () => Promise<boolean>;
  readonly tell: (notification: Notification) => Promise<void>;
  /** Called when a change of state has been sent. */
  readonly onState: () => Promise<void>;
  /** Called when everything up to the beginning of the delivery has been sent. */
  readonly onCaughtUp: () => void;
  readonly signal: AbortSignal;
}

/**
 * Sends a target everything it has not received, until its task rests, the lease is lost or the
 * signal aborts. Returns the task as it was last sent; `undefined` where there is no task.
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
