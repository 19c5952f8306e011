import { createToolCallAgent, type EnvironmentDefinition } from '#protocols/mcp';
import type { ServedAgent, ServedAgents } from '#engine/port';
import type { Servables } from './servables.ts';

const PREFIX = 'timestep.calls.';

/** Returns the name of the internal agent that runs tool calls of an environment as tasks. */
export function getToolCallerName(environmentId: string): string {
  return `${PREFIX}${environmentId}`;
}

/** Whether tools of the environment may run as tasks. */
export function hasTaskTools({ tools = [] }: Pick<EnvironmentDefinition, 'tools'>): boolean {
  return tools.some(({ task = 'forbidden' }) => task !== 'forbidden');
}

/** Creates the internal agents that run tool calls as tasks, one for each agent with such tools. */
export function createAgentsForToolCalls(
  agents: Pick<Servables, 'get' | 'list'>,
): Pick<ServedAgents, 'get' | 'names'> {
  const made = new WeakMap<object, ServedAgent>();
  return {
    get(name) {
      if (!name.startsWith(PREFIX)) return undefined;
      const environment = agents.get(name.slice(PREFIX.length))?.environment;
      if (!environment) return undefined;
      const caller =
        made.get(environment) ?? createToolCallAgent(name, () => environment.definition);
      made.set(environment, caller);
      return caller;
    },
    names: () =>
      agents
        .list()
        .filter(({ environment }) => environment && hasTaskTools(environment.definition))
        .map(({ agentId }) => getToolCallerName(agentId)),
  };
}
