import type { AgentFn } from '#engine/port';

/** Maximum number of cached agents; the least recently used agent is dropped first. */
const MOST_KEPT = 8;

/**
 * Lets a session choose another model from its next turn (`AgentContext.turn`). Turns without a
 * model use the default agent. If `createAgent` throws, the model call fails with that error.
 */
export function withTurnModel(
  defaultAgent: AgentFn,
  createAgent: (model: string) => AgentFn,
): AgentFn {
  const kept = new Map<string, AgentFn>();

  function getOrCreateAgent(model: string): AgentFn {
    const agent = kept.get(model) ?? createAgent(model);
    // The first key of a Map is the oldest, which is here the model that was not used for the longest time.
    kept.delete(model);
    kept.set(model, agent);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return agent;
  }

  return (messages, context) => {
    const model = context.turn?.model;
    const agent = model === undefined ? defaultAgent : getOrCreateAgent(model);
    return agent(messages, context);
  };
}
