import type { AgentFn } from '../../port/index.ts';

export interface Spending {
  readonly max_tokens?: number;
  readonly max_cost_usd?: number;
}

/** The beginning of the error of an episode that ended because its agent had used up its budget. */
export const SPENT = 'spent:';

/** The agent, until its replies have used up the budget; then it fails, which ends the episode. */
export function limitSpending(agent: AgentFn, { max_tokens, max_cost_usd }: Spending): AgentFn {
  if (max_tokens === undefined && max_cost_usd === undefined) return agent;
  let tokens = 0;
  let cost = 0;
  return async (messages, context) => {
    if (max_tokens !== undefined && tokens >= max_tokens) {
      throw new Error(`${SPENT} ${tokens} of ${max_tokens} tokens are used up`);
    }
    if (max_cost_usd !== undefined && cost >= max_cost_usd) {
      throw new Error(`${SPENT} $${cost} of $${max_cost_usd} are used up`);
    }
    const reply = await agent(messages, context);
    tokens += reply.usage?.total_tokens ?? 0;
    cost += reply.cost_usd ?? 0;
    return reply;
  };
}
