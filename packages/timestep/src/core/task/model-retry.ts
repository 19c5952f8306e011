import { TimestepError } from '../error.ts';
import type { Question } from '../message/question.ts';
import type { Task } from './task.ts';
import type { Failure } from './task-state.ts';

/** The wait before a failed model call is repeated. */
export interface ModelWait {
  /** Time of the next model call, in milliseconds since the epoch. */
  readonly until: number;
  /** Time of the first of the consecutive failures, in milliseconds since the epoch. */
  readonly since: number;
  readonly error: Failure;
}

/** What the exception of a failed model call says about retries. */
export interface RetryAdvice {
  /** Milliseconds that the provider asks callers to wait. */
  readonly retryAfterMs?: number | undefined;
  /** Maximum number of consecutive model calls. Undefined: limited only by `model_patience_s`. */
  readonly maxAttempts?: number | undefined;
}

/** Reads from an exception when a failed model call may be retried. Undefined: it may not be retried. */
export function getRetryAdvice(thrown: unknown): RetryAdvice | undefined {
  if (!TimestepError.isInstance(thrown)) return undefined;
  const { retryable, retryAfterMs, maxAttempts }: RetryFields = thrown;
  if (retryable !== true) return undefined;
  return {
    retryAfterMs: typeof retryAfterMs === 'number' ? retryAfterMs : undefined,
    maxAttempts: typeof maxAttempts === 'number' ? maxAttempts : undefined,
  };
}

/** Fields of a `TimestepError` that say whether and when a model call may be retried. */
interface RetryFields {
  readonly code: string;
  readonly retryable?: unknown;
  readonly retryAfterMs?: unknown;
  readonly maxAttempts?: unknown;
}

/**
 * Reads from an exception the question that a person must answer before a failed step is retried.
 */
export function getQuestionBeforeRetry(thrown: unknown): Question | undefined {
  if (!TimestepError.isInstance(thrown)) return undefined;
  const { question }: { readonly code: string; readonly question?: Question | undefined } = thrown;
  return question;
}

/** Adds a maximum number of consecutive model calls to an error, and returns the error. */
export function addAttemptLimitToError(thrown: unknown, maxAttempts: number): unknown {
  if (!TimestepError.isInstance(thrown)) return thrown;
  const { maxAttempts: own = maxAttempts } = getRetryAdvice(thrown) ?? {};
  return Object.assign(thrown, { maxAttempts: Math.min(own, maxAttempts) });
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 120_000;

/**
 * Returns the time at which a failed model call is repeated, in milliseconds since the epoch, or
 * undefined if the failure ends the task. The provider may ask for a pause; otherwise the pause
 * doubles with each failure. `random` in [0, 1) spreads the calls of many tasks.
 */
export function getModelRetryTime(
  task: Pick<Task, 'origin' | 'attempt' | 'modelWait' | 'refusal'>,
  { retryAfterMs, maxAttempts = Infinity }: RetryAdvice,
  now: number,
  random: number,
): number | undefined {
  const { origin, modelWait } = task;
  // A refused request is changed and sent again; it does not count as a failed attempt.
  const attempt = task.attempt - (task.refusal?.count ?? 0);
  if (attempt >= maxAttempts) return undefined;
  const { model_patience_s: patienceS = DEFAULT_PATIENCE_S } = origin.limits;
  const doubled = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 20));
  const pause =
    retryAfterMs === undefined ? doubled * (0.5 + random / 2) : retryAfterMs * (1 + random / 10);
  const until = Math.ceil(now + pause);
  return until - (modelWait?.since ?? now) > patienceS * 1000 ? undefined : until;
}

/** Seconds for which failed model calls are retried in tasks without `model_patience_s`. */
const DEFAULT_PATIENCE_S = 120;
