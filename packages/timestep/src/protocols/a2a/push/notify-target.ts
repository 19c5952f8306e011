import { isFinal, isInputRequired, type Task } from '#core';
import { subscribeToTask, loadTaskAtGeneration, type Delivery, type Runner } from '#engine/port';
import { stepToNotifications, type Notification } from './notifications.ts';

export interface DeliveryProgress {
  /** Generation up to which the target has received everything. */
  sent: number;
  hasAccepted: boolean;
}

export interface NotifyDeps {
  readonly runner: Runner;
  /** Progress of the delivery, updated while it runs. */
  readonly progress: DeliveryProgress;
  /** Whether the lease of the target is still held. */
  readonly isHeld: () => Promise<boolean>;
  readonly send: (notification: Notification) => Promise<void>;
  readonly onState: () => Promise<void>;
  readonly onCaughtUp: () => void;
  readonly signal: AbortSignal;
}

/**
 * Sends everything that a target has not received, until the task stops or waits, the lease is lost
 * or the signal aborts. Resolves with the task as last sent; undefined if there is none.
 */
export async function notifyTarget(
  { target }: Delivery,
  { runner, progress, isHeld, send, onState, onCaughtUp, signal }: NotifyDeps,
): Promise<Task | undefined> {
  const now = await runner.get(target.taskId);
  if (!now) return undefined;
  let task = await loadTaskAtGeneration(runner, now, progress.sent);
  if (task.generation >= now.generation) {
    onCaughtUp();
    if (isEndedOrWaiting(task)) return task;
  }
  const leave = new AbortController();
  try {
    for await (const step of subscribeToTask(
      runner,
      task,
      AbortSignal.any([leave.signal, signal]),
    )) {
      if (step.kind !== 'event') continue;
      ({ task } = step);
      const notifications = stepToNotifications(step, target.version);
      if (notifications.length > 0 && !(await isHeld())) break;
      for (const notification of notifications) {
        await send(notification);
        progress.hasAccepted = true;
      }
      progress.sent = task.generation;
      if (task.generation >= now.generation) {
        onCaughtUp();
        if (isEndedOrWaiting(task)) break;
      }
      if (step.before.state !== task.state) await onState();
    }
  } finally {
    leave.abort();
  }
  return task;
}

function isEndedOrWaiting(task: Task): boolean {
  return isFinal(task) || isInputRequired(task);
}
