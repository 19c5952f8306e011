import { isJsonObject } from '../../core/index.ts';

/** What somebody who limits the rate of calls said. */
export interface RateLimit {
  /** How long they ask to be left alone, milliseconds. */
  readonly retryAfterMs?: number;
}

const CODES: readonly unknown[] = ['rate-limited', 'rate_limited', 'rate_limit_exceeded'];
const TOO_MANY_REQUESTS = 429;

/**
 * Whether a call failed because there were too many of them. Nothing where it failed otherwise, or
 * where waiting does not help: a quota that is used up says that it is not `retryable`.
 */
export function rateLimitOf(thrown: unknown): RateLimit | undefined {
  if (!isJsonObject(thrown)) return undefined;
  const { code, status, retryable, retryAfterMs } = thrown;
  const isLimited = CODES.includes(code) || status === TOO_MANY_REQUESTS;
  if (!isLimited || retryable === false) return undefined;
  return typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? { retryAfterMs } : {};
}
