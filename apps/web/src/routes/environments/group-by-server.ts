import type { EnvironmentAgent } from '@timestep-ai/timestep/view';

/** MCP servers of one name, each as one agent uses it. */
export interface ServerGroup {
  readonly server: string;
  readonly uses: readonly {
    readonly agent: Pick<EnvironmentAgent, 'agentId' | 'name'>;
    readonly status: EnvironmentAgent['servers'][number];
  }[];
}

/** Groups the servers of all agents by name, in alphabetical order, because agents often use the same server. */
export function groupByServer(agents: readonly EnvironmentAgent[]): readonly ServerGroup[] {
  const uses = agents.flatMap((agent) => agent.servers.map((status) => ({ agent, status })));
  return [...Map.groupBy(uses, ({ status }) => status.name)]
    .map(([server, its]) => ({ server, uses: its }))
    .toSorted((one, other) => (one.server < other.server ? -1 : 1));
}

/** Lists the agents that have no MCP servers, and whose servers are known. */
export function listAgentsWithoutServers(
  agents: readonly EnvironmentAgent[],
): readonly EnvironmentAgent[] {
  return agents.filter(({ servers, why }) => servers.length === 0 && why === undefined);
}
