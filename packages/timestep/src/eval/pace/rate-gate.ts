import type { Clock } from '../../port/index.ts';
import { fullPace, mayBegin, slowedDown, spedUp } from './pace.ts';
import { rateLimitOf } from './rate-limit-of.ts';

/** What all workers of a suite wait for together. */
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
  /** Told when everybody begins to wait, or has to wait at least a second longer. */
  readonly onWait?: ((wait: Wait) => void) | undefined;
}

/** Who is told that a call waits, and that it no longer does. */
export interface Waiting {
  pause(): void;
  resume(): void;
}

/** A gate that the calls of all workers go through: what one of them is told holds for all. */
export interface RateGate {
  /** Makes a call, again where its rate is limited. Rejects as the call does, or as the signal says. */
  call<T>(work: () => Promise<T> | T, signal: AbortSignal, waiting: Waiting): Promise<T>;
}

/** Who asks for more patience than this is not waited for: the call has failed. */
const LONGEST_RETRY_AFTER_MS = 600_000;

/** Calls that are refused together each add a moment. */
const WORTH_TELLING_MS = 1000;

export function createRateGate(options: RateGateOptions): RateGate {
  const { retries, clock, random, onWait } = options;
  const queue: (() => void)[] = [];
  let pace = fullPace(options.concurrency);
  let underWay = 0;
  let isTimed = false;

  function admit(): void {
    while (queue.length > 0 && mayBegin(pace, underWay, clock.now())) {
      underWay += 1;
      queue.shift()?.();
    }
    const left = pace.closedUntil - clock.now();
    if (queue.length === 0 || isTimed || left <= 0) return;
    isTimed = true;
    clock.schedule(left, () => {
      isTimed = false;
      admit();
    });
  }

  function turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entered = new AbortController();
      const begin = (): void => {
        entered.abort();
        resolve();
      };
      const leave = (): void => {
        queue.splice(queue.indexOf(begin), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true, signal: entered.signal });
      queue.push(begin);
      admit();
    });
  }

  async function enter(signal: AbortSignal, waiting: Waiting): Promise<void> {
    signal.throwIfAborted();
    if (queue.length === 0 && mayBegin(pace, underWay, clock.now())) {
      underWay += 1;
      return;
    }
    waiting.pause();
    try {
      await turn(signal);
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
