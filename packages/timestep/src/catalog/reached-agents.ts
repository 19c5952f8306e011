import type { AgentSourcePort, FoundAgent } from './agent-source.ts';

/** The agents of a catalog at one moment. */
export interface ReachedAgents {
  /** Those of the sources first, then those that are only named by others, each once. */
  readonly agents: readonly FoundAgent[];
  /** Of these, those of the sources. */
  readonly exposed: ReadonlySet<string>;
  /** Sources that an agent names and that were not opened yet. */
  readonly missing: readonly string[];
}

/**
 * Follows the names of agents from the sources that were given. Agents may name each other: each is
 * looked at once.
 */
export function reachedAgents(
  sources: ReadonlyMap<string, AgentSourcePort>,
  given: ReadonlySet<string>,
): ReachedAgents {
  const found = new Map<string, FoundAgent>();
  const add = (agent: FoundAgent): void => {
    if (!found.has(agent.source)) found.set(agent.source, agent);
  };
  for (const key of given) sources.get(key)?.agents().forEach(add);
  const exposed = new Set(found.keys());
  const missing = new Set<string>();
  // Agents that are added meanwhile are visited as well.
  for (const { agents } of found.values()) {
    for (const key of agents) {
      if (found.has(key)) continue;
      const source = sources.get(key);
      if (source) source.agents().forEach(add);
      else missing.add(key);
    }
  }
  return {
    agents: [...found.values()],
    exposed,
    missing: [...missing].filter((key) => !found.has(key)),
  };
}
