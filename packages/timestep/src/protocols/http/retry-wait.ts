import { setTimeout as timeout } from 'node:timers/promises';

/** Options of retries for an unreachable server. */
export interface RetryWaitOptions {
  /** How long the server is retried, in milliseconds. */
  readonly patienceMs: number;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /** Pauses for a time. Rejects with the signal's reason as soon as the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
  readonly signal?: AbortSignal | undefined;
}

/** Growing waits between retries, until `patienceMs` is used up. */
export interface RetryWait {
  /**
   * Waits before the next attempt, at least as long as the server requested. Throws the failure if no time is left.
   */
  readonly waitAfterFailure: (thrown: unknown, retryAfterMs?: number) => Promise<void>;
  /** Resets the waits, because the server answered. */
  readonly reset: () => void;
}

/** Default for `patienceMs`: one minute is enough for most servers to restart. */
export const DEFAULT_PATIENCE_MS = 60_000;

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5000;

/** Creates the waits between retries. `patienceMs` starts with the first of several consecutive failures. */
export function createRetryWait({ patienceMs, now, pause, signal }: RetryWaitOptions): RetryWait {
  let failures = 0;
  let until = 0;
  return {
    async waitAfterFailure(thrown, retryAfterMs = 0) {
      signal?.throwIfAborted();
      if (failures === 0) until = now() + patienceMs;
      const left = until - now();
      if (left <= 0) throw thrown;
      const doubled = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 20));
      failures += 1;
      await pause(Math.min(left, Math.max(doubled, retryAfterMs)), signal);
    },
    reset() {
      failures = 0;
    },
  };
}

/** Waits `ms` milliseconds of real time. Rejects with the signal's reason if it aborts first. */
export async function pauseOnRealClock(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await timeout(ms, undefined, signal ? { signal } : {});
  } catch (thrown) {
    throw signal?.aborted ? signal.reason : thrown;
  }
}

/**
 * Returns the milliseconds from `now` for which a server asks to wait, by `retry-after-ms` or `retry-after`, in
 * seconds or as a date (RFC 9110, section 10.2.3). Header names must be lower case.
 */
export function parseRetryAfterMs(
  headers: Readonly<Record<string, string | undefined>>,
  now: number,
): number | undefined {
  const milliseconds = parseDecimal(headers['retry-after-ms']);
  if (milliseconds !== undefined) return milliseconds;
  const value = headers['retry-after'];
  const seconds = parseDecimal(value);
  if (seconds !== undefined) return seconds * 1000;
  const date = value === undefined ? Number.NaN : Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function parseDecimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
