import { PushError } from './post-notification.ts';
import { getRetryDelay } from './retry-delay.ts';

export interface FailedDelivery {
  /** Consecutive failures before this one. */
  readonly failures: number;
  readonly hasAccepted: boolean;
  readonly isAborted: boolean;
  readonly thrown: unknown;
}

/** `failures` includes this failure. */
export type FailureDecision =
  | { readonly kind: 'discard' }
  | { readonly kind: 'return'; readonly failures: number }
  | { readonly kind: 'retry'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'give-up'; readonly failures: number };

/** Reached after some hours. The target is then retried only on request. */
const MAX_FAILURES = 50;

/** `random` is in [0, 1). */
export function decideAfterFailure(failed: FailedDelivery, random: number): FailureDecision {
  const { hasAccepted, isAborted, thrown } = failed;
  // A target that was given up is retried only on request; then its count restarts at 0.
  const isReset = hasAccepted || failed.failures >= MAX_FAILURES;
  const before = isReset ? 0 : failed.failures;
  if (isAborted) return { kind: 'return', failures: before };
  if (thrown instanceof PushError && thrown.code === 'gone') return { kind: 'discard' };
  const failures = before + 1;
  if (failures >= MAX_FAILURES) return { kind: 'give-up', failures };
  return { kind: 'retry', failures, delayMs: getRetryDelay(failures, random) };
}
