import type { AgentSummary } from '@timestep-ai/timestep/view';
import type { GraphArrow } from '../../components/diagrams/call-graph-view.tsx';

/** Lists an agent with the agents that may call it or that it may call, and arrows for the calls. */
export function buildNeighborGraph(agent: AgentSummary, agents: readonly AgentSummary[]) {
  const callers = agents.filter(
    ({ id, calls = [] }) => id !== agent.id && calls.includes(agent.id),
  );
  const called = (agent.calls ?? []).filter((id) => id !== agent.id);
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const ids = [...new Set([agent.id, ...callers.map(({ id }) => id), ...called])];
  const arrows: readonly GraphArrow[] = [
    ...callers.map(({ id }) => ({ from: id, to: agent.id, look: 'seen' as const })),
    ...called.map((id) => ({ from: agent.id, to: id, look: 'seen' as const })),
  ];
  return { boxes: ids.map((id) => ({ id, name: names.get(id) ?? id })), arrows };
}
