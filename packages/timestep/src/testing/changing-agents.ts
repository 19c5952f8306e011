import type { ServedAgent, ServedAgents } from '#engine/port';

/** A set of agents that a test can change. */
export interface ChangingAgents extends ServedAgents {
  put(agent: ServedAgent): void;
  remove(name: string): void;
}

/**
 * Creates a set of agents for runner tests, to which a test can add agents and from which it can
 * remove them.
 */
export function createChangingAgents(...first: readonly ServedAgent[]): ChangingAgents {
  const byName = new Map(first.map((agent) => [agent.name, agent]));
  const watchers = new Set<() => void>();
  const notifyWatchers = (): void => {
    for (const onChange of watchers) onChange();
  };
  return {
    get: (name) => byName.get(name),
    names: () => [...byName.keys()],
    watch(onChange) {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    put(agent) {
      byName.set(agent.name, agent);
      notifyWatchers();
    },
    remove(name) {
      byName.delete(name);
      notifyWatchers();
    },
  };
}
