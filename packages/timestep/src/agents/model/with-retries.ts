import { setTimeout as pause } from 'node:timers/promises';
import { TimestepError } from '#core';
import type { AgentContext, AgentFn } from '#engine/port';

/** Number of attempts of a failed model call, and the pauses between them. */
export interface RetryOptions {
  /** Maximum number of attempts, including the first. Default: 3. */
  readonly attempts?: number;
  /** Milliseconds of the first pause; each further pause is twice as long. Default: 500. */
  readonly firstPauseMs?: number;
  readonly longestPauseMs?: number;
  /** Maximum requested pause in milliseconds; a longer one makes the call fail. Default: 60,000. */
  readonly longestRetryAfterMs?: number;
  /** Waits; rejects as soon as the signal aborts. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
  readonly random?: () => number;
}

/**
 * Repeats a call after an error whose `retryable` is true, after the pause that the provider asks
 * for, else a doubling pause that varies by half, so that many callers spread out.
 *
 * Once an attempt has emitted output, later ones emit none: two partial replies in a row would
 * read as one.
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
