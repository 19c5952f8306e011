import type { AgentSourcePort, FoundAgent } from './agent-source.ts';

/** The agents that a catalog can reach, as a snapshot. */
export interface ReachableAgents {
  /** The agents of the sources, then agents that others only name. Each occurs once. */
  readonly agents: readonly FoundAgent[];
  /** The sources of the agents that belong to given sources. */
  readonly exposed: ReadonlySet<string>;
  /** Sources that an agent names and that are not open yet. */
  readonly missing: readonly string[];
}

/** Collects the agents that are reachable by name from the given sources. */
export function findReachableAgents(
  sources: ReadonlyMap<string, AgentSourcePort>,
  given: ReadonlySet<string>,
): ReachableAgents {
  const found = new Map<string, FoundAgent>();
  const add = (agent: FoundAgent): void => {
    if (!found.has(agent.source)) found.set(agent.source, agent);
  };
  for (const key of given) sources.get(key)?.listAgents().forEach(add);
  const exposed = new Set(found.keys());
  const missing = new Set<string>();
  // The loop also visits agents that are added during the iteration.
  for (const { agents } of found.values()) {
    for (const key of agents) {
      if (found.has(key)) continue;
      const source = sources.get(key);
      if (source) source.listAgents().forEach(add);
      else missing.add(key);
    }
  }
  return {
    agents: [...found.values()],
    exposed,
    missing: [...missing].filter((key) => !found.has(key)),
  };
}
