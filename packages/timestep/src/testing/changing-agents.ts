import type { ServedAgent, ServedAgents } from '../port/index.ts';

/** Agents that a test adds and removes. */
export interface ChangingAgents extends ServedAgents {
  put(agent: ServedAgent): void;
  remove(name: string): void;
}

/** Agents for tests of a runner, to which a test adds others and from which it takes some away. */
export function changingAgents(...first: readonly ServedAgent[]): ChangingAgents {
  const byName = new Map(first.map((agent) => [agent.name, agent]));
  const watchers = new Set<() => void>();
  const changed = (): void => {
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
      changed();
    },
    remove(name) {
      byName.delete(name);
      changed();
    },
  };
}
