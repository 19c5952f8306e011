import type { AgentFn } from '../../port/index.ts';

/** Models that are kept by name; the least recently used one is made anew when it is named again. */
const MOST_KEPT = 8;

/**
 * Lets the model that a session names answer its turns (`AgentContext.turn`), and `own` all others. The model
 * is part of the turn, so a change counts from the next turn on. Where `create` throws, the call of the model
 * fails with what it threw, and is tried again with the next call.
 */
export function modelOfTurn(own: AgentFn, create: (model: string) => AgentFn): AgentFn {
  const kept = new Map<string, AgentFn>();

  function named(model: string): AgentFn {
    const agent = kept.get(model) ?? create(model);
    // A map is in the order of its insertions, so the first key is the least recently used.
    kept.delete(model);
    kept.set(model, agent);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return agent;
  }

  return (messages, context) => {
    const model = context.turn?.model;
    const agent = model === undefined ? own : named(model);
    return agent(messages, context);
  };
}
