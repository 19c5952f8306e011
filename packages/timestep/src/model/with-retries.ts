import { setTimeout as pause } from 'node:timers/promises';
import { TimestepError } from '../core/index.ts';
import type { AgentContext, AgentFn } from '../port/index.ts';

/** How often a failed call of a model is made again, and after which pauses. */
export interface RetryOptions {
  /** Calls in all, the first included; default 3. */
  readonly attempts?: number;
  /** The first pause where the provider asks for none; each further one is twice as long. */
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** A provider that asks for a longer wait than this fails the call at once. */
  readonly longestRetryAfterMs?: number;
  /** Resolves after so many milliseconds; rejects as soon as the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 up to 1. */
  readonly random?: () => number;
}

/**
 * Calls an agent again after a failure that may pass: an error whose `retryable` is true, as with
 * limited rates, overload and broken connections. A pause is as long as the provider asks for;
 * otherwise it doubles and varies by half, so that many callers spread out.
 *
 * Once an attempt has shown output, later attempts show none: deltas are for display, and two
 * half-answers in a row would read as one. The returned message is complete either way.
 */
export function withRetries(agent: AgentFn, options: RetryOptions = {}): AgentFn {
  const {
    attempts = 3,
    firstPauseMs = 500,
    longestPauseMs = 8_000,
    longestRetryAfterMs = 60_000,
    sleep = (milliseconds, signal) => pause(milliseconds, undefined, { signal }),
    random = Math.random,
  } = options;

  return async (messages, context) => {
    let shown = false;
    const watched: AgentContext = {
      ...context,
      emit(delta) {
        shown = true;
        context.emit(delta);
      },
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await agent(messages, shown ? { ...context, emit: () => {} } : watched);
      } catch (thrown) {
        context.signal.throwIfAborted();
        if (attempt >= attempts || !isRetryable(thrown)) throw thrown;
        const asked = askedPauseMs(thrown);
        if (asked !== undefined && asked > longestRetryAfterMs) throw thrown;
        const doubled = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
        await sleep(asked ?? doubled * (0.5 + random() / 2), context.signal);
      }
    }
  };
}

function isRetryable(thrown: unknown): boolean {
  return TimestepError.isInstance(thrown) && 'retryable' in thrown && thrown.retryable === true;
}

function askedPauseMs(thrown: unknown): number | undefined {
  const asked: unknown =
    typeof thrown === 'object' && thrown !== null && 'retryAfterMs' in thrown
      ? thrown.retryAfterMs
      : undefined;
  return typeof asked === 'number' ? asked : undefined;
}
