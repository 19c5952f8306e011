import { hasTaskEnded, isInputRequired, type Task } from '#core';
import {
  subscribeToTask,
  loadTaskAtGeneration,
  type Delivery,
  type ProgressDelta,
  type PushTarget,
  type TaskStep,
} from '#engine/port';
import type { PushSenderOptions } from './push-sender.ts';
import { progressToNotification, stepToNotifications, type Notification } from './notifications.ts';

export interface DeliveryProgress {
  /** Number of the newest event that the notification target has received, with all before it. */
  sent: number;
  hasAccepted: boolean;
}

export interface DeliveryDeps extends Pick<
  Required<PushSenderOptions>,
  'outbox' | 'runner' | 'clock' | 'random' | 'claimMs' | 'onError'
> {
  readonly send: (
    target: PushTarget,
    notification: Notification,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly retry: (taskId: string, delayMs: number) => void;
  readonly closing: AbortSignal;
}

export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly progress: DeliveryProgress;
  /** Aborts the delivery when a later delivery takes over or the lease is lost. */
  readonly abort: AbortController;
  readonly onCaughtUp: () => void;
}

/** Sends a target the events it has not received, until the task ends or waits, or the lease is lost. */
export async function notifyTarget(
  { outbox, runner, send }: DeliveryDeps,
  { delivery, progress, onCaughtUp }: LeasedDelivery,
  onState: () => Promise<void>,
  signal: AbortSignal,
): Promise<Task | undefined> {
  const { target } = delivery;
  const now = await runner.get(target.taskId);
  if (!now) return undefined;
  let task = await loadTaskAtGeneration(runner, now, progress.sent);
  if (task.generation >= now.generation) {
    onCaughtUp();
    if (isEndedOrWaiting(task)) return task;
  }
  const delays = new Map<string, string>();
  for await (const step of subscribeToTask(runner, task, signal)) {
    if (step.kind === 'delta') {
      const notification =
        recordDelayIfChanged(step, delays) &&
        progressToNotification(task, step.delta, target.version);
      if (!notification) continue;
      if (!(await outbox.isHeld(delivery))) break;
      await send(target, notification, signal);
      progress.hasAccepted = true;
      continue;
    }
    ({ task } = step);
    const notifications = stepToNotifications(step, target.version);
    if (notifications.length > 0 && !(await outbox.isHeld(delivery))) break;
    for (const notification of notifications) {
      await send(target, notification, signal);
      progress.hasAccepted = true;
    }
    progress.sent = task.generation;
    if (task.generation >= now.generation) {
      onCaughtUp();
      if (isEndedOrWaiting(task)) break;
    }
    if (step.before.state !== task.state) await onState();
  }
  return task;
}

function isEndedOrWaiting(task: Task): boolean {
  return hasTaskEnded(task) || isInputRequired(task);
}

type DeltaStep = Extract<TaskStep, { kind: 'delta' }>;
type ProgressStep = DeltaStep & { readonly delta: ProgressDelta };

/**
 * Returns whether an agent that a call asked begins to wait, waits for another reason, or goes on.
 * Updates `delays`, the reasons by the ids of the calls.
 */
function recordDelayIfChanged(step: DeltaStep, delays: Map<string, string>): step is ProgressStep {
  if (step.delta.type !== 'progress') return false;
  const { callId, delay } = step.delta;
  if (delays.get(callId) === delay) return false;
  if (delay === undefined) delays.delete(callId);
  else delays.set(callId, delay);
  return true;
}
