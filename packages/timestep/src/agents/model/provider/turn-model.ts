import type { AgentFn } from '../../../engine/port/index.ts';

/** Maximum number of cached agents. The least recently used agent is dropped. */
const MOST_KEPT = 8;

/**
 * Wraps an agent so that a session can choose another model for its turns (`AgentContext.turn`).
 * Turns without a model are answered by `own`. The model is part of the turn, so a change applies
 * from the next turn. If `create` throws, the model call fails with that error, and the next call
 * tries again.
 */
export function withTurnModel(
  defaultAgent: AgentFn,
  createAgent: (model: string) => AgentFn,
): AgentFn {
  const kept = new Map<string, AgentFn>();

  function getOrCreateAgent(model: string): AgentFn {
    const agent = kept.get(model) ?? createAgent(model);
    // Map entries are in insertion order, so the first key is the least recently used.
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
