import { setTimeout as timeout } from 'node:timers/promises';

/** How long to wait for a peer that is away, and by which clock. */
export interface WaitingOptions {
  /** Milliseconds for which an unreachable peer is tried again. */
  readonly patienceMs: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects with the signal's reason as soon as it aborts. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/** The waits between the tries to reach a peer, which grow until the patience is used up. */
export interface Waiting {
  /**
   * Waits until the next try is due: at least as long as the peer asked for. Throws the failure
   * itself when there is to be no other try.
   */
  readonly afterFailure: (thrown: unknown, retryAfterMs?: number) => Promise<void>;
  /** The peer answered: the next failure is a first one again. */
  readonly reached: () => void;
}

/** A minute, which is enough for most peers to start again. */
export const DEFAULT_PATIENCE_MS = 60_000;

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** The waits for one peer; `patienceMs` begins with the first failure in a row. */
export function createWaiting({ patienceMs, now, pause, signal }: WaitingOptions): Waiting {
  let failures = 0;
  let until = 0;
  return {
    async afterFailure(thrown, retryAfterMs = 0) {
      signal?.throwIfAborted();
      if (failures === 0) until = now() + patienceMs;
      const left = until - now();
      if (left <= 0) throw thrown;
      const doubled = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      await pause(Math.min(left, Math.max(doubled, retryAfterMs)), signal);
    },
    reached() {
      failures = 0;
    },
  };
}

/** `pause` by the machine's own time. */
export async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await timeout(ms, undefined, signal ? { signal } : {});
  } catch (thrown) {
    throw signal?.aborted ? signal.reason : thrown;
  }
}
