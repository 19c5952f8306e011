import { PushError } from './post-notification.ts';
import { getRetryDelay } from './retry-delay.ts';

/** A failed delivery of push notifications. */
export interface FailedDelivery {
  /** The number of consecutive failures before this one. */
  readonly failures: number;
  /** Whether the target accepted a notification before the failure. */
  readonly hasAccepted: boolean;
  /** Whether the sender itself aborted the delivery. */
  readonly isAborted: boolean;
  readonly thrown: unknown;
}

/** The decision about a target after a failed delivery. `failures` includes this failure. */
export type FailureDecision =
  | { readonly kind: 'discard' }
  | { readonly kind: 'return'; readonly failures: number }
  | { readonly kind: 'retry'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'give-up'; readonly failures: number };

/**
 * Maximum number of consecutive failures, reached after some hours. A target that reaches it is
 * retried only on request.
 */
const MAX_FAILURES = 50;

/** Decides whether to retry, release, discard or give up a target. `random` is in [0, 1). */
export function decideAfterFailure(failed: FailedDelivery, random: number): FailureDecision {
  const { hasAccepted, isAborted, thrown } = failed;
  // A target that was given up is retried only on request; its failure count then restarts at 0.
  const isReset = hasAccepted || failed.failures >= MAX_FAILURES;
  const before = isReset ? 0 : failed.failures;
  if (isAborted) return { kind: 'return', failures: before };
  if (thrown instanceof PushError && thrown.code === 'gone') return { kind: 'discard' };
  const failures = before + 1;
  if (failures >= MAX_FAILURES) return { kind: 'give-up', failures };
  return { kind: 'retry', failures, delayMs: getRetryDelay(failures, random) };
}
