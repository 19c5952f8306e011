import { toolCaller, type EnvironmentDefinition } from '../mcp/index.ts';
import type { ServedAgent } from '../port/index.ts';
import type { Servables } from './servables.ts';

const PREFIX = 'timestep.calls.';

/** The name of the agent whose tasks are calls of the tools of an environment. */
export function toolCallerName(environmentId: string): string {
  return `${PREFIX}${environmentId}`;
}

/** Whether an environment has tools whose calls may be tasks. */
export function hasTaskTools({ tools = [] }: Pick<EnvironmentDefinition, 'tools'>): boolean {
  return tools.some(({ task = 'forbidden' }) => task !== 'forbidden');
}

/** The agents that make the calls of the environments of other agents; they come and go with these. */
export interface ToolCallers {
  get(name: string): ServedAgent | undefined;
  names(): readonly string[];
}

export function toolCallersOf(agents: Pick<Servables, 'get' | 'list'>): ToolCallers {
  const made = new WeakMap<object, ServedAgent>();
  return {
    get(name) {
      if (!name.startsWith(PREFIX)) return undefined;
      const environment = agents.get(name.slice(PREFIX.length))?.environment;
      if (!environment) return undefined;
      const caller = made.get(environment) ?? toolCaller(name, () => environment.definition);
      made.set(environment, caller);
      return caller;
    },
    names: () =>
      agents
        .list()
        .filter(({ environment }) => environment && hasTaskTools(environment.definition))
        .map(({ agentId }) => toolCallerName(agentId)),
  };
}
