import type { ServedAgent } from './served-agent.ts';

/** The agents of a runner, by name. They may change while the runner works. */
export interface ServedAgents {
  /** In constant time. */
  get(name: string): ServedAgent | undefined;
  names(): readonly string[];
  /** Calls `onChange` after each change; the returned function ends that. */
  watch(onChange: () => void): () => void;
}

/** Agents that stay as they are; a collection that may change is returned as it is. */
export function servedAgentsOf(agents: readonly ServedAgent[] | ServedAgents): ServedAgents {
  if ('watch' in agents) return agents;
  // Of two agents with one name, the first is served.
  const byName = new Map(agents.toReversed().map((agent) => [agent.name, agent]));
  const names = agents.map(({ name }) => name);
  return { get: (name) => byName.get(name), names: () => names, watch: () => () => undefined };
}
