import { withRetries } from '../../model/index.ts';
import type { AgentFn } from '../../port/index.ts';
import { rateLimitOf } from './rate-limit-of.ts';

/**
 * Hides a refusal from `withRetries`, which would repeat the call without regard to other workers.
 */
class Refused extends Error {
  readonly thrown: unknown;

  constructor(thrown: unknown) {
    super('refused');
    this.thrown = thrown;
  }
}

/**
 * Makes failed calls again where that may help, except calls of limited rate, which the gate
 * repeats.
 */
export function withRetriesButForLimits(agent: AgentFn): AgentFn {
  const retrying = withRetries(async (messages, context) => {
    try {
      return await agent(messages, context);
    } catch (thrown) {
      throw rateLimitOf(thrown) ? new Refused(thrown) : thrown;
    }
  });
  return async (messages, context) => {
    try {
      return await retrying(messages, context);
    } catch (thrown) {
      throw thrown instanceof Refused ? thrown.thrown : thrown;
    }
  };
}
