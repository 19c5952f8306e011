import type { ServedAgent } from './served-agent.ts';

/** The agents of a runner by name. Agents may be added and removed while the runner is open. */
export interface ServedAgents {
  /** Returns the agent with this name, in constant time. */
  get(name: string): ServedAgent | undefined;
  names(): readonly string[];
  /** Calls `onChange` after each change. Returns a function that stops watching. */
  watch(onChange: () => void): () => void;
}

/** Converts a list of agents to a collection. A collection is returned unchanged. */
export function toServedAgents(agents: readonly ServedAgent[] | ServedAgents): ServedAgents {
  if ('watch' in agents) return agents;
  // If two agents share a name, the first agent is served.
  const byName = new Map(agents.toReversed().map((agent) => [agent.name, agent]));
  const names = agents.map(({ name }) => name);
  return { get: (name) => byName.get(name), names: () => names, watch: () => () => undefined };
}
