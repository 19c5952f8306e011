import { isJsonObject } from '../../core/index.ts';

/** What a service that limits the rate of calls asks for. */
export interface RateLimit {
  /** How long the service asks callers to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

const CODES: readonly unknown[] = ['rate-limited', 'rate_limited', 'rate_limit_exceeded'];
const TOO_MANY_REQUESTS = 429;

/**
 * The rate limit because of which a call failed. `undefined` where it failed otherwise, or where
 * waiting does not help: the error of a used-up quota is not `retryable`.
 */
export function rateLimitOf(thrown: unknown): RateLimit | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, status, retryable, retryAfterMs } = thrown;
  const isLimited = CODES.includes(code) || status === TOO_MANY_REQUESTS;
  if (!isLimited || retryable === false) return undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {};
}
