import { addAttemptLimitToError } from '#core';
import type { Clock } from '#engine/port';
import { createInitialPace, mayStartCall, slowDownPace, speedUpPace } from './pace.ts';
import { findRetryableRateLimit } from './find-rate-limit.ts';
import { createAdmissionQueue } from './call-queue.ts';

/** A pause of all trial workers of a suite because of a rate limit. */
export interface RateLimitWait {
  readonly ms: number;
  readonly concurrency: number;
}

export interface RateGateOptions {
  readonly concurrency: number;
  readonly retries: number;
  readonly clock: Clock;
  readonly random: () => number;
  /** Called with a pause of all workers when it starts, or is extended by a second or more. */
  readonly onWait?: ((wait: RateLimitWait) => void) | undefined;
}

/** Callbacks for the moments at which a call starts and stops waiting. */
interface WaitCallbacks {
  pause(): void;
  resume(): void;
}

/**
 * A gate through which all workers make calls. A rate limit that one call hits slows down all
 * calls.
 */
export interface RateGate {
  /**
   * Makes a call, and retries it while it is rate-limited. Rejects with its error or the signal's
   * reason.
   */
  call<T>(work: () => Promise<T> | T, signal: AbortSignal, waiting: WaitCallbacks): Promise<T>;
}

/** Maximum wait in milliseconds; a call fails if the provider requests a longer wait. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** Minimum number of milliseconds by which a pause for a rate limit must grow before the growth is reported. */
const MIN_REPORTED_MS = 1000;

export function createRateGate(options: RateGateOptions): RateGate {
  const { retries, clock, random, onWait } = options;
  const line = createAdmissionQueue();
  let pace = createInitialPace(options.concurrency);
  let underWay = 0;
  let isTimed = false;

  function admitWaitingCalls(): void {
    while (line.length > 0 && mayStartCall(pace, underWay, clock.now())) {
      underWay += 1;
      line.admitFirst();
    }
    const left = pace.closedUntil - clock.now();
    if (line.length === 0 || isTimed || left <= 0) return;
    isTimed = true;
    clock.schedule(left, () => {
      isTimed = false;
      admitWaitingCalls();
    });
  }

  async function waitForAdmission(signal: AbortSignal, waiting: WaitCallbacks): Promise<void> {
    signal.throwIfAborted();
    if (line.length === 0 && mayStartCall(pace, underWay, clock.now())) {
      underWay += 1;
      return;
    }
    waiting.pause();
    try {
      const turn = line.join(signal);
      admitWaitingCalls();
      await turn;
    } finally {
      waiting.resume();
    }
  }

  /** Slows down after a rate-limited call. Returns false if the call must not be retried. */
  function slowDownIfRetryable(thrown: unknown, begunAt: number): boolean {
    const limit = findRetryableRateLimit(thrown);
    if (!limit || (limit.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false;
    const now = clock.now();
    const before = pace;
    pace = slowDownPace(pace, { ...limit, begunAt, now, random: random() });
    const isLonger = pace.closedUntil - Math.max(before.closedUntil, now) >= MIN_REPORTED_MS;
    if (isLonger || (before.closedUntil <= now && pace.closedUntil > now)) {
      onWait?.({ ms: pace.closedUntil - now, concurrency: Math.floor(pace.allowed) });
    }
    return true;
  }

  return {
    async call(work, signal, waiting) {
      for (let again = 0; ; again += 1) {
        await waitForAdmission(signal, waiting);
        const begunAt = clock.now();
        try {
          const result = await work();
          pace = speedUpPace(pace, begunAt);
          return result;
        } catch (thrown) {
          signal.throwIfAborted();
          if (!slowDownIfRetryable(thrown, begunAt)) throw thrown;
          // The rate gate has retried the call itself, so the error asks the task for no more attempts.
          if (again >= retries) throw addAttemptLimitToError(thrown, 1);
        } finally {
          underWay -= 1;
          admitWaitingCalls();
        }
      }
    },
  };
}
