import type { Servable } from './serve-options.ts';
import type { Servables } from './servables.ts';

/**
 * Restricts a collection to the agents that clients can reach. The list is recomputed only after a
 * change.
 */
export function filterExposedAgents(agents: Servables): Servables {
  let from: readonly Servable[] | undefined;
  let listed: readonly Servable[] = [];
  return {
    list() {
      const all = agents.list();
      if (all !== from) listed = all.filter(isExposed);
      from = all;
      return listed;
    },
    get(agentId) {
      const agent = agents.get(agentId);
      return agent && isExposed(agent) ? agent : undefined;
    },
    watch: (onChange) => agents.watch(onChange),
  };
}

function isExposed({ isExposed: exposed = true }: Servable): boolean {
  return exposed;
}
