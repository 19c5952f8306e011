import { isFinal } from '../../../core/index.ts';
import {
  NEVER_DUE,
  type Clock,
  type Delivery,
  type Outbox,
  type PushTarget,
  type Runner,
} from '../../../engine/port/index.ts';
import { decideAfterFailure } from './failure-decision.ts';
import { repeatEvery } from './repeat-every.ts';
import type { Notification } from './notifications.ts';
import { notifyTarget, type DeliveryProgress } from './notify-target.ts';

export interface DeliveryDeps {
  readonly outbox: Outbox;
  readonly runner: Runner;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  /** Duration of a lease. */
  readonly claimMs: number;
  readonly send: (
    target: PushTarget,
    notification: Notification,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly retry: (taskId: string, delayMs: number) => void;
  readonly onError: (thrown: unknown) => void;
  readonly closing: AbortSignal;
}

export interface LeasedDelivery {
  readonly delivery: Delivery;
  readonly progress: DeliveryProgress;
  /** Aborts when a later delivery takes over or the lease is lost. */
  readonly abort: AbortController;
  readonly onCaughtUp: () => void;
}

/** Sends a target all events it has not received. Resolves with whether it is up to date. */
export async function deliverLeased(deps: DeliveryDeps, leased: LeasedDelivery): Promise<boolean> {
  const { outbox, runner, clock, claimMs, send, onError, closing } = deps;
  const { delivery, progress, abort, onCaughtUp } = leased;
  const { target } = delivery;
  const signal = AbortSignal.any([abort.signal, closing]);
  const renewLease = async (): Promise<void> => {
    const isHeld = await outbox.hold(delivery, progress.sent, clock.now() + claimMs);
    if (!isHeld) abort.abort();
  };
  const stopRenewing = repeatEvery(clock, claimMs / 3, () => void renewLease().catch(onError));
  try {
    const task = await notifyTarget(delivery, {
      runner,
      progress,
      isHeld: () => outbox.isHeld(delivery),
      send: (notification) => send(target, notification, signal),
      onState: renewLease,
      onCaughtUp,
      signal,
    });
    const dueAt = task && isFinal(task) ? NEVER_DUE : clock.now();
    if (task) await outbox.release(delivery, { sent: progress.sent, failures: 0, dueAt });
    else await outbox.discard(delivery);
    return task !== undefined && !signal.aborted;
  } catch (thrown) {
    await releaseAfterFailure(deps, leased, { isAborted: signal.aborted, thrown });
    return false;
  } finally {
    stopRenewing();
  }
}

async function releaseAfterFailure(
  { outbox, clock, random, retry, onError }: DeliveryDeps,
  { delivery, progress: { sent, hasAccepted } }: LeasedDelivery,
  failure: { readonly isAborted: boolean; readonly thrown: unknown },
): Promise<void> {
  const now = clock.now();
  const decision = decideAfterFailure(
    { failures: delivery.failures, hasAccepted, ...failure },
    random(),
  );
  switch (decision.kind) {
    case 'discard':
      return outbox.discard(delivery);
    case 'return':
      return outbox.release(delivery, { sent, failures: decision.failures, dueAt: now });
    case 'give-up':
      onError(failure.thrown);
      return outbox.release(delivery, { sent, failures: decision.failures, dueAt: NEVER_DUE });
    case 'retry': {
      const { failures, delayMs } = decision;
      // Consecutive failures are reported once.
      if (failures === 1) onError(failure.thrown);
      await outbox.release(delivery, { sent, failures, dueAt: now + delayMs });
      return retry(delivery.target.taskId, delayMs);
    }
  }
}
