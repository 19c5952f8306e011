import type { ServedAgents } from '#engine/port';
import type { Servable } from './serve-options.ts';
import { createSubscribers } from './subscribers.ts';
import { createAgentsForToolCalls } from './tool-callers.ts';

/** The agents of a server by id, which can change while the server runs. */
export interface Servables {
  /** Lists the agents. The array is the same object until an agent changes. */
  list(): readonly Servable[];
  /** Returns an agent by id in constant time. */
  get(agentId: string): Servable | undefined;
  /** Calls `onChange` after each change, until the returned function is called. */
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
  const watched = createSubscribers();
  let listed: readonly Servable[] | undefined;

  function notifyWatchers(): void {
    listed = undefined;
    watched.notify();
  }

  return {
    list: () => (listed ??= [...byId.values()]),
    get: (agentId) => byId.get(agentId),
    watch: watched.subscribe,
    put(servable) {
      byId.set(servable.agentId, servable);
      notifyWatchers();
    },
    remove(agentId) {
      if (byId.delete(agentId)) notifyWatchers();
    },
  };
}

export function toServables(agents: readonly Servable[] | Servables): Servables {
  return 'watch' in agents ? agents : createServables(agents);
}

/** Returns the agents for a runner, including internal agents that run tool calls as tasks. */
export function servablesToServedAgents(agents: Servables): ServedAgents {
  const callers = createAgentsForToolCalls(agents);
  return {
    get: (name) => agents.get(name)?.loop ?? callers.get(name),
    names: () => [...agents.list().map(({ agentId }) => agentId), ...callers.names()],
    watch: (onChange) => agents.watch(onChange),
  };
}

/** Returns the agents that clients can reach. The list is computed only after changes. */
export function filterExposedAgents(agents: Servables): Servables {
  let from: readonly Servable[] | undefined;
  let listed: readonly Servable[] = [];
  return {
    list() {
      const all = agents.list();
      if (all !== from) listed = all.filter((agent) => agent.isExposed ?? true);
      from = all;
      return listed;
    },
    get(agentId) {
      const agent = agents.get(agentId);
      return (agent?.isExposed ?? true) ? agent : undefined;
    },
    watch: (onChange) => agents.watch(onChange),
  };
}
