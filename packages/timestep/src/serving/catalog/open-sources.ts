import { nameToAgentId } from '#agents/folder';
import { createAddressSource } from './address-source.ts';
import type { AgentSourcePort, FoundAgent, SourceDeps } from './agent-source.ts';
import { createPathSource, type PathSource } from './path-source.ts';
import { deriveAgentName, isAddress } from './source.ts';

/** Open sources of a catalog: sources added by the user, and sources listed in agent files. */
export interface OpenSources {
  readonly all: ReadonlyMap<string, AgentSourcePort>;
  readonly paths: ReadonlyMap<string, PathSource>;
  /** Returns the reachable agents, as of the last call of `updateReachableAgents`. */
  readonly getReachable: () => ReachableAgents;
  readonly updateReachableAgents: () => void;
  /** Adds a source of the user. Returns the existing source if an agent lists it already. */
  readonly addGiven: (key: string, name?: string) => AgentSourcePort;
  readonly isGiven: (key: string) => boolean;
  /**
   * Removes a source of the user. Returns whether the source was closed; it stays open if an agent
   * lists it.
   */
  readonly removeGiven: (key: string) => boolean;
  /** Opens the sources that agents list. Returns whether a path was among the newly opened sources. */
  readonly openNamed: () => boolean;
  /** Returns the URLs listed by agents that were not checked yet; returns each URL once. */
  readonly takeUncheckedAddresses: () => readonly AgentSourcePort[];
}

export function createOpenAgentSources(deps: SourceDeps): OpenSources {
  const all = new Map<string, AgentSourcePort>();
  const paths = new Map<string, PathSource>();
  const given = new Set<string>();
  const unseen = new Set<AgentSourcePort>();
  let reached = findReachableAgents(all, given);

  function updateReachableAgents(): void {
    reached = findReachableAgents(all, given);
  }

  function openAgentSource(key: string, name = deriveAgentName(key)): AgentSourcePort {
    const path = isAddress(key) ? undefined : createPathSource(key, deps);
    const source = path ?? createAddressSource(key, nameToAgentId(name), deps);
    all.set(key, source);
    if (path) paths.set(key, path);
    return source;
  }

  return {
    all,
    paths,
    getReachable: () => reached,
    updateReachableAgents,
    addGiven(key, name) {
      given.add(key);
      return all.get(key) ?? openAgentSource(key, name);
    },
    isGiven: (key) => given.has(key),
    removeGiven(key) {
      given.delete(key);
      updateReachableAgents();
      if (reached.agents.some(({ agents }) => agents.includes(key))) return false;
      all.delete(key);
      paths.delete(key);
      updateReachableAgents();
      return true;
    },
    openNamed() {
      updateReachableAgents();
      const opened =
        (deps.opensNamed ?? true) ? reached.missing.map((key) => openAgentSource(key)) : [];
      for (const source of opened) if (isAddress(source.source)) unseen.add(source);
      return opened.some(({ source }) => !isAddress(source));
    },
    takeUncheckedAddresses() {
      const asked = [...unseen];
      unseen.clear();
      return asked;
    },
  };
}

/** The agents that a catalog can reach, as a snapshot. */
interface ReachableAgents {
  /** The agents of the user's sources, then other agents that they list, each once. */
  readonly agents: readonly FoundAgent[];
  /**
   * Sources whose agents external callers may reach: the sources that the user has given, not the
   * sources that agents list.
   */
  readonly exposed: ReadonlySet<string>;
  /** Sources that agents list and that are not open yet. */
  readonly missing: readonly string[];
}

/**
 * Collects the agents reachable from the user's sources: those agents, and agents that they list,
 * recursively.
 */
function findReachableAgents(
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
  // The loop also visits agents that are added to `found` during the loop.
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
