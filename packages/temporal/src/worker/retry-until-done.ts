import { setTimeout as after } from 'node:timers/promises';

export interface RetryOptions {
  readonly signal: AbortSignal;
  readonly onError: (thrown: unknown) => void;
}

const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/** Retries work on the store until the work succeeds. */
export async function retryUntilDone<T>(
  patience: RetryOptions,
  work: () => Promise<T>,
): Promise<T> {
  let waitMs = FIRST_WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (thrown) {
      if (patience.signal.aborted) throw thrown;
      patience.onError(thrown);
      await after(waitMs, undefined, { signal: patience.signal });
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}
