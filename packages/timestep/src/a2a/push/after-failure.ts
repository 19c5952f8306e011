import { PushError } from './post-notification.ts';
import { retryDelay } from './retry.ts';

/** A delivery that has failed. */
export interface FailedDelivery {
  /** Failures in a row before this one. */
  readonly failures: number;
  /** Whether the target has taken a notification before the failure. */
  readonly hasTaken: boolean;
  /** Whether the sender itself has aborted the delivery. */
  readonly isCalledOff: boolean;
  readonly thrown: unknown;
}

/** What to do with the target of a failed delivery; `failures` counts this failure too. */
export type AfterFailure =
  | { readonly kind: 'discard' }
  | { readonly kind: 'return'; readonly failures: number }
  | { readonly kind: 'retry'; readonly failures: number; readonly delayMs: number }
  | { readonly kind: 'give-up'; readonly failures: number };

/**
 * A target that failed this often in a row, over some hours, is tried again only when asked for.
 */
const MOST_FAILURES = 50;

/** `random` is in [0, 1). */
export function afterFailure(failed: FailedDelivery, random: number): AfterFailure {
  const { hasTaken, isCalledOff, thrown } = failed;
  // A target that was given up is tried again only when asked for, and then its count starts at 0.
  const isAnew = hasTaken || failed.failures >= MOST_FAILURES;
  const before = isAnew ? 0 : failed.failures;
  if (isCalledOff) return { kind: 'return', failures: before };
  if (thrown instanceof PushError && thrown.code === 'gone') return { kind: 'discard' };
  const failures = before + 1;
  if (failures >= MOST_FAILURES) return { kind: 'give-up', failures };
  return { kind: 'retry', failures, delayMs: retryDelay(failures, random) };
}
