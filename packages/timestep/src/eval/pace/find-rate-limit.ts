import { isJsonObject } from '../../core/index.ts';

/** Rate limit of a service that refused a call. */
export interface RateLimit {
  /** Milliseconds that the service asks callers to wait. */
  readonly retryAfterMs?: number;
}

const CODES: readonly unknown[] = ['rate-limited', 'rate_limited', 'rate_limit_exceeded'];
const TOO_MANY_REQUESTS = 429;

/**
 * Finds the rate limit that made a call fail. Undefined if the call failed for another reason or if
 * waiting does not help: a used-up quota is not `retryable`.
 */
export function findRateLimit(thrown: unknown): RateLimit | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, status, retryable, retryAfterMs } = thrown;
  const isLimited = CODES.includes(code) || status === TOO_MANY_REQUESTS;
  if (!isLimited || retryable === false) return undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {};
}
