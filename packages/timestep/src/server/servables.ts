import type { ServedAgents } from '../port/index.ts';
import type { Servable } from './serve-options.ts';
import { toolCallersOf } from './tool-callers.ts';

/** The agents of a server, by id. They may change while the server runs. */
export interface Servables {
  /** The same array until something changes. */
  list(): readonly Servable[];
  /** In constant time. */
  get(agentId: string): Servable | undefined;
  /** Calls `onChange` after each change; the returned function ends that. */
  watch(onChange: () => void): () => void;
}

/** Agents that a program adds and removes while they are served. */
export interface ChangingServables extends Servables {
  /** Adds an agent, in place of one with the same id. */
  put(servable: Servable): void;
  /** Takes an agent away without closing it; its tasks wait until an agent with that id is there. */
  remove(agentId: string): void;
}

/** Makes a collection to which agents can be added, and from which they can be removed, while they are served. */
export function createServables(agents: readonly Servable[] = []): ChangingServables {
  const byId = new Map(agents.map((agent) => [agent.agentId, agent]));
  const watchers = new Set<() => void>();
  let listed: readonly Servable[] | undefined;

  function changed(): void {
    listed = undefined;
    for (const onChange of watchers) onChange();
  }

  return {
    list: () => (listed ??= [...byId.values()]),
    get: (agentId) => byId.get(agentId),
    watch(onChange) {
      // Each call gets a watcher of its own, also where one function watches twice.
      const watcher = (): void => onChange();
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    put(servable) {
      byId.set(servable.agentId, servable);
      changed();
    },
    remove(agentId) {
      if (byId.delete(agentId)) changed();
    },
  };
}

/** The agents of an array; a collection that may change is returned as it is. */
export function servablesOf(agents: readonly Servable[] | Servables): Servables {
  return 'watch' in agents ? agents : createServables(agents);
}

/** What a runner runs the tasks of the agents with, and the calls of their environments that are tasks. */
export function loopsOf(agents: Servables): ServedAgents {
  const callers = toolCallersOf(agents);
  return {
    get: (name) => agents.get(name)?.loop ?? callers.get(name),
    names: () => [...agents.list().map(({ agentId }) => agentId), ...callers.names()],
    watch: (onChange) => agents.watch(onChange),
  };
}
