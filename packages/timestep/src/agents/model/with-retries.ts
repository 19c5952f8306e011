import { setTimeout as pause } from 'node:timers/promises';
import { TimestepError } from '../../core/index.ts';
import type { AgentContext, AgentFn } from '../../engine/port/index.ts';

/** Number of attempts of a failed model call, and the pauses between them. */
export interface RetryOptions {
  /** Maximum number of calls, including the first. Default: 3. */
  readonly attempts?: number;
  /**
   * Milliseconds before the first retry if the provider asks for no pause. Each further pause
   * doubles.
   */
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /**
   * Longest wait in milliseconds that is accepted from a provider. If the provider asks for more,
   * the call fails immediately.
   */
  readonly longestRetryAfterMs?: number;
  /** Resolves after the given number of milliseconds. Rejects as soon as the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  /** Returns a random number from 0 up to 1. */
  readonly random?: () => number;
}

/**
 * Wraps an agent so that a call is retried after an error whose `retryable` is true: rate limits,
 * overload and broken connections. The pause is as long as the provider asks for. Otherwise it
 * doubles and varies by half, so that many callers spread out.
 *
 * After an attempt has emitted output, later attempts emit none: deltas are for display, and two
 * partial replies in a row would read as one. The returned message is complete either way.
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
        const asked = getRequestedPauseMs(thrown);
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

function getRequestedPauseMs(thrown: unknown): number | undefined {
  const asked: unknown =
    typeof thrown === 'object' && thrown !== null && 'retryAfterMs' in thrown
      ? thrown.retryAfterMs
      : undefined;
  return typeof asked === 'number' ? asked : undefined;
}
