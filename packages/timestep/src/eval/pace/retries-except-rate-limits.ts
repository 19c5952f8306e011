import { withRetries } from '../../agents/model/index.ts';
import type { AgentFn } from '../../engine/port/index.ts';
import { findRateLimit } from './find-rate-limit.ts';

/**
 * Wraps a rate-limit error so that `withRetries` does not retry the call, because it would ignore
 * the other workers.
 */
class RateLimitedError extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('refused');
    this.thrown = thrown;
  }
}

/**
 * Wraps an agent so that failed calls are retried, except rate-limited calls, which the rate gate
 * retries.
 */
export function withRetriesExceptRateLimits(agent: AgentFn): AgentFn {
  const retrying = withRetries(async (messages, context) => {
    try {
      return await agent(messages, context);
    } catch (thrown) {
      throw findRateLimit(thrown) ? new RateLimitedError(thrown) : thrown;
    }
  });
  return async (messages, context) => {
    try {
      return await retrying(messages, context);
    } catch (thrown) {
      throw thrown instanceof RateLimitedError ? thrown.thrown : thrown;
    }
  };
}
