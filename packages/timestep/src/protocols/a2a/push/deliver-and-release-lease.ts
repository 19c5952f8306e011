import { hasTaskEnded } from '#core';
import { NEVER_DUE } from '#engine/port';
import { repeatEvery } from './background-jobs.ts';
import { notifyTarget, type DeliveryDeps, type LeasedDelivery } from './notify-target.ts';
import { PushError } from './post-notification.ts';

/** Sends a push-notification target all unsent events. Resolves to whether the target has received all. */
export async function deliverAndReleaseLease(
  deps: DeliveryDeps,
  leased: LeasedDelivery,
): Promise<boolean> {
  const { outbox, clock, claimMs, onError, closing } = deps;
  const { delivery, progress, abort } = leased;
  const signal = AbortSignal.any([abort.signal, closing]);
  const renewLease = async (): Promise<void> => {
    const isHeld = await outbox.hold(delivery, progress.sent, clock.now() + claimMs);
    if (!isHeld) abort.abort();
  };
  const stopRenewing = repeatEvery(clock, claimMs / 3, () => void renewLease().catch(onError));
  try {
    const task = await notifyTarget(deps, leased, renewLease, signal);
    const dueAt = task && hasTaskEnded(task) ? NEVER_DUE : clock.now();
    if (task) await outbox.release(delivery, { sent: progress.sent, failures: 0, dueAt });
    else await outbox.discard(delivery);
    return task !== undefined && !signal.aborted;
  } catch (thrown) {
    await retryOrEndFailedDelivery(deps, leased, { isAborted: signal.aborted, thrown });
    return false;
  } finally {
    stopRenewing();
  }
}

async function retryOrEndFailedDelivery(
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
      // Of several consecutive failures, only the first is reported.
      if (failures === 1) onError(failure.thrown);
      await outbox.release(delivery, { sent, failures, dueAt: now + delayMs });
      return retry(delivery.target.taskId, delayMs);
    }
  }
}

export interface FailedDelivery {
  /** Number of consecutive failed deliveries before this failure. */
  readonly failures: number;
  readonly hasAccepted: boolean;
  readonly isAborted: boolean;
  readonly thrown: unknown;
}

/** Decision after a failed delivery. Its `failures` includes this failure. */
export type FailureDecision =
  | { readonly kind: 'discard' }
  | { readonly kind: 'return'; readonly failures: number }
  | { readonly kind: 'retry'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'give-up'; readonly failures: number };

/**
 * Number of failed deliveries, reached after some hours, from which on a target is given up and retried only
 * on request.
 */
const MAX_FAILURES = 50;

/** Decides what happens after a failed delivery. `random` is in [0, 1). */
export function decideAfterFailure(failed: FailedDelivery, random: number): FailureDecision {
  const { hasAccepted, isAborted, thrown } = failed;
  // A target that was given up is retried only on request, and its failure count restarts at 0.
  const isReset = hasAccepted || failed.failures >= MAX_FAILURES;
  const before = isReset ? 0 : failed.failures;
  if (isAborted) return { kind: 'return', failures: before };
  if (thrown instanceof PushError && thrown.code === 'gone') return { kind: 'discard' };
  const failures = before + 1;
  if (failures >= MAX_FAILURES) return { kind: 'give-up', failures };
  return { kind: 'retry', failures, delayMs: getRetryDelay(failures, random) };
}

const FIRST_MS = 1000;
const LONGEST_MS = 5 * 60_000;

/**
 * Computes the pause before a retry: one second, doubled up to five minutes, half of it random. `random` is in [0,
 * 1).
 */
export function getRetryDelay(failures: number, random: number): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 20));
  return Math.round(whole / 2 + (whole / 2) * random);
}
