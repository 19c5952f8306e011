import { withRetries } from '#agents/model';
import type { AgentFn } from '#engine/port';
import { findRateLimit } from './find-rate-limit.ts';

/** Hides a rate limit from `withRetries`, which would ignore the other workers. */
class RateLimitedError extends Error {}

/** Retries failed calls of an agent, except rate-limited calls, which the rate gate retries. */
export function withRetriesExceptRateLimits(agent: AgentFn): AgentFn {
  const retrying = withRetries(async (messages, context) => {
    try {
      return await agent(messages, context);
    } catch (thrown) {
      throw findRateLimit(thrown) ? new RateLimitedError('refused', { cause: thrown }) : thrown;
    }
  });
  return async (messages, context) => {
    try {
      return await retrying(messages, context);
    } catch (thrown) {
      throw thrown instanceof RateLimitedError ? thrown.cause : thrown;
    }
  };
}
