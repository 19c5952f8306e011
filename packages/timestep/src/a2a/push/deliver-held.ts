import { isFinal } from '../../core/index.ts';
import {
  NEVER_DUE,
  type Clock,
  type Delivery,
  type Outbox,
  type PushTarget,
  type Runner,
} from '../../port/index.ts';
import { afterFailure } from './after-failure.ts';
import { every } from './every.ts';
import type { Notification } from './notifications.ts';
import { tellTarget, type Progress } from './tell-target.ts';

/** What all deliveries of a sender have in common. */
export interface Sending {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Milliseconds of one lease of a target. */
  readonly claimMs: number;
  readonly send: (
    target: PushTarget,
    notification: Notification,
    signal: AbortSignal,
  ) => Promise<void>;
  /** Delivers again to the targets of a task after some time. */
  readonly retry: (taskId: string, delayMs: number) => void;
  readonly onError: (thrown: unknown) => void;
  /** Aborts when all sending has to end. */
  readonly closing: AbortSignal;
}

/** A delivery to a target that is lent to this sender. */
export interface Held {
  readonly delivery: Delivery;
  readonly progress: Progress;
  /** Aborts when a later delivery takes over, or when the target is held no longer. */
  readonly leave: AbortController;
  /** Called once the target knows all that had happened before the delivery. */
  readonly onCaughtUp: () => void;
}

/**
 * Tells a target what it does not know yet, holds it meanwhile and gives it back. True where the
 * target now knows all there was.
 */
export async function deliverHeld(sending: Sending, held: Held): Promise<boolean> {
  const { outbox, runner, clock, claimMs, send, onError, closing } = sending;
  const { delivery, progress, leave, onCaughtUp } = held;
  const { target } = delivery;
  const signal = AbortSignal.any([leave.signal, closing]);
  const keep = async (): Promise<void> => {
    const isHeld = await outbox.hold(delivery, progress.sent, clock.now() + claimMs);
    if (!isHeld) leave.abort();
  };
  const stopKeeping = every(clock, claimMs / 3, () => void keep().catch(onError));
  try {
    const task = await tellTarget(delivery, {
      runner,
      progress,
      isHeld: () => outbox.isHeld(delivery),
      tell: (notification) => send(target, notification, signal),
      onState: keep,
      onCaughtUp,
      signal,
    });
    const dueAt = task && isFinal(task) ? NEVER_DUE : clock.now();
    if (task) await outbox.release(delivery, { sent: progress.sent, failures: 0, dueAt });
    else await outbox.discard(delivery);
    return task !== undefined && !signal.aborted;
  } catch (thrown) {
    await giveBack(sending, held, { isCalledOff: signal.aborted, thrown });
    return false;
  } finally {
    stopKeeping();
  }
}

/** Gives a target back after a failure, in the way that fits the failure. */
async function giveBack(
  { outbox, clock, random, retry, onError }: Sending,
  { delivery, progress: { sent, hasTaken } }: Held,
  failure: { readonly isCalledOff: boolean; readonly thrown: unknown },
): Promise<void> {
  const now = clock.now();
  const after = afterFailure({ failures: delivery.failures, hasTaken, ...failure }, random());
  switch (after.kind) {
    case 'discard':
      return outbox.discard(delivery);
    case 'return':
      return outbox.release(delivery, { sent, failures: after.failures, dueAt: now });
    case 'give-up':
      onError(failure.thrown);
      return outbox.release(delivery, { sent, failures: after.failures, dueAt: NEVER_DUE });
    case 'retry': {
      const { failures, delayMs } = after;
      // Only the first of several failures in a row is reported.
      if (failures === 1) onError(failure.thrown);
      await outbox.release(delivery, { sent, failures, dueAt: now + delayMs });
      return retry(delivery.target.taskId, delayMs);
    }
  }
}
