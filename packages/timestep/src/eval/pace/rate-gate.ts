import type { Clock } from '../../port/index.ts';
import { fullPace, mayBegin, slowedDown, spedUp } from './pace.ts';
import { rateLimitOf } from './rate-limit-of.ts';
import { createWaitingLine } from './waiting-line.ts';

/** A wait of all workers of a suite. */
export interface Wait {
  readonly ms: number;
  /** Calls at a time afterwards. */
  readonly concurrency: number;
}

export interface RateGateOptions {
  /** Calls at a time when nothing is limited. */
  readonly concurrency: number;
  /** How often one call is made again. */
  readonly retries: number;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Called when all workers begin to wait, or have to wait at least a second longer. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** `pause` is called when a call begins to wait, and `resume` when it no longer waits. */
export interface Waiting {
  pause(): void;
  resume(): void;
}

/** A gate for the calls of all workers: a rate limit that one of them meets holds for all. */
export interface RateGate {
  /**
   * Makes a call, and repeats it where its rate is limited. Rejects as the call does, or with the
   * signal's reason.
   */
  call<T>(work: () => Promise<T> | T, signal: AbortSignal, waiting: Waiting): Promise<T>;
}

/** A call fails where the provider asks for a longer wait than this. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** Calls that are refused together each make the wait a little longer; that is not reported. */
const WORTH_TELLING_MS = 1000;

export function createRateGate(options: RateGateOptions): RateGate {
  const { retries, clock, random, onWait } = options;
  const line = createWaitingLine();
  let pace = fullPace(options.concurrency);
  let underWay = 0;
  let isTimed = false;

  function admit(): void {
    while (line.length > 0 && mayBegin(pace, underWay, clock.now())) {
      underWay += 1;
      line.admitFirst();
    }
    const left = pace.closedUntil - clock.now();
    if (line.length === 0 || isTimed || left <= 0) return;
    isTimed = true;
    clock.schedule(left, () => {
      isTimed = false;
      admit();
    });
  }

  async function enter(signal: AbortSignal, waiting: Waiting): Promise<void> {
    signal.throwIfAborted();
    if (line.length === 0 && mayBegin(pace, underWay, clock.now())) {
      underWay += 1;
      return;
    }
    waiting.pause();
    try {
      const turn = line.join(signal);
      admit();
      await turn;
    } finally {
      waiting.resume();
    }
  }

  /** False where the call has failed for good. */
  function slowDown(thrown: unknown, begunAt: number): boolean {
    const limit = rateLimitOf(thrown);
    if (!limit || (limit.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false;
    const now = clock.now();
    const before = pace;
    pace = slowedDown(pace, { ...limit, begunAt, now, random: random() });
    const isLonger = pace.closedUntil - Math.max(before.closedUntil, now) >= WORTH_TELLING_MS;
    if (isLonger || (before.closedUntil <= now && pace.closedUntil > now)) {
      onWait?.({ ms: pace.closedUntil - now, concurrency: Math.floor(pace.allowed) });
    }
    return true;
  }

  return {
    async call(work, signal, waiting) {
      for (let again = 0; ; again += 1) {
        await enter(signal, waiting);
        const begunAt = clock.now();
        try {
          const result = await work();
          pace = spedUp(pace, begunAt);
          return result;
        } catch (thrown) {
          signal.throwIfAborted();
          if (!slowDown(thrown, begunAt) || again >= retries) throw thrown;
        } finally {
          underWay -= 1;
          admit();
        }
      }
    },
  };
}
