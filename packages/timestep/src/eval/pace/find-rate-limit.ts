import { isJsonObject } from '#core';

export interface RateLimit {
  readonly retryAfterMs?: number;
}

const CODES: readonly unknown[] = ['rate-limited', 'rate_limited', 'rate_limit_exceeded'];
const TOO_MANY_REQUESTS = 429;

/** Finds the rate limit that made a call fail. Ignores a used-up quota. */
export function findRetryableRateLimit(thrown: unknown): RateLimit | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, status, retryable, retryAfterMs } = thrown;
  const isLimited = CODES.includes(code) || status === TOO_MANY_REQUESTS;
  if (!isLimited || retryable === false) return undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {};
}
