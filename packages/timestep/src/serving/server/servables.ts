import type { ServedAgents } from '../../engine/port/index.ts';
import type { Servable } from './serve-options.ts';
import { createToolCallers } from './tool-callers.ts';

/** The agents of a server, by id. They may change while the server runs. */
export interface Servables {
  /** Returns all agents. The array is the same until an agent changes. */
  list(): readonly Servable[];
  /** Returns an agent by id, in constant time. */
  get(agentId: string): Servable | undefined;
  /** Calls `onChange` after each change. The returned function stops that. */
  watch(onChange: () => void): () => void;
}

/** Agents that can be added and removed while the server runs. */
export interface ChangingServables extends Servables {
  /** Adds an agent. Replaces an agent with the same id. */
  put(servable: Servable): void;
  /** Removes an agent without closing it. Its tasks wait until an agent with that id is added. */
  remove(agentId: string): void;
}

/** Creates a collection of agents that can be changed while the server runs. */
export function createServables(agents: readonly Servable[] = []): ChangingServables {
  const byId = new Map(agents.map((agent) => [agent.agentId, agent]));
  const watchers = new Set<() => void>();
  let listed: readonly Servable[] | undefined;

  function notifyWatchers(): void {
    listed = undefined;
    for (const onChange of watchers) onChange();
  }

  return {
    list: () => (listed ??= [...byId.values()]),
    get: (agentId) => byId.get(agentId),
    watch(onChange) {
      // Each call creates its own watcher, so that one function may watch twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    put(servable) {
      byId.set(servable.agentId, servable);
      notifyWatchers();
    },
    remove(agentId) {
      if (byId.delete(agentId)) notifyWatchers();
    },
  };
}

/** Converts an array of agents to a collection. A collection is returned unchanged. */
export function toServables(agents: readonly Servable[] | Servables): Servables {
  return 'watch' in agents ? agents : createServables(agents);
}

/**
 * Returns the agents in the form that a runner needs, and agents for the calls of their
 * environments that run as tasks.
 */
export function toServedAgents(agents: Servables): ServedAgents {
  const callers = createToolCallers(agents);
  return {
    get: (name) => agents.get(name)?.loop ?? callers.get(name),
    names: () => [...agents.list().map(({ agentId }) => agentId), ...callers.names()],
    watch: (onChange) => agents.watch(onChange),
  };
}
