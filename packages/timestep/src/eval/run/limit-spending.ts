import type { AgentFn } from '#engine/port';
import type { SuiteLimits } from '../suite-task.ts';

export const BUDGET_ERROR_PREFIX = 'spent:';

/** Wraps an agent so that it throws, which ends the episode, once its budget is used up. */
export function withSpendingLimit(
  agent: AgentFn,
  { max_tokens, max_cost_usd }: SuiteLimits,
): AgentFn {
  if (max_tokens === undefined && max_cost_usd === undefined) return agent;
  let tokens = 0;
  let cost = 0;
  return async (messages, context) => {
    if (max_tokens !== undefined && tokens >= max_tokens) {
      throw new Error(`${BUDGET_ERROR_PREFIX} ${tokens} of ${max_tokens} tokens have been used`);
    }
    if (max_cost_usd !== undefined && cost >= max_cost_usd) {
      throw new Error(`${BUDGET_ERROR_PREFIX} $${cost} of $${max_cost_usd} have been used`);
    }
    const reply = await agent(messages, context);
    tokens += reply.usage?.total_tokens ?? 0;
    cost += reply.cost_usd ?? 0;
    return reply;
  };
}
