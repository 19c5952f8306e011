import type { AgentContext, Delta } from '#engine/port';

/**
 * Returns a context for calling an agent directly. The deltas that the agent emits are collected in
 * `deltas`.
 */
export function createAgentContext(
  given: Partial<AgentContext> = {},
): AgentContext & { readonly deltas: Delta[] } {
  const deltas: Delta[] = [];
  return {
    tools: [],
    task: { id: 'task_01', contextId: 'context_01', agent: 'weather', metadata: {} },
    limits: { max_steps: 30, time_limit_s: 120 },
    seed: 0,
    key: 'task_01:1',
    attempt: 1,
    signal: new AbortController().signal,
    emit: (delta) => deltas.push(delta),
    ...given,
    deltas,
  };
}
