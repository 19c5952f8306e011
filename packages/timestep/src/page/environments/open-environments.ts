import type { InnerServers } from '../../folder/index.ts';
import type { OperatorServers } from '../../port/index.ts';
import type { Environment, Servable, Servables } from '../../server/index.ts';
import type { EnvironmentAgent, EnvironmentList } from '../../view/index.ts';

/** The environments of all agents that are served. */
export interface Environments {
  /** Agents without any are left out. */
  list(): Promise<EnvironmentList>;
  /** Those of one agent; `undefined` where there is no such agent, or it has none. */
  of(agentId: string): Promise<OperatorServers | undefined>;
  /** Ends the connections that were made for the page. */
  close(): Promise<void>;
}

export function openEnvironments(agents: Servables): Environments {
  /** An environment of a program is an MCP server of this process. */
  const inner = new Map<Environment, InnerServers>();

  async function serversOf(agent: Servable): Promise<OperatorServers | undefined> {
    const { servers, environment } = agent;
    if (servers) return typeof servers === 'function' ? servers() : servers;
    return environment && innerOf(environment);
  }

  async function innerOf(environment: Environment): Promise<InnerServers> {
    const { innerServers } = await import('../../folder/index.ts');
    const made =
      inner.get(environment) ??
      innerServers(environment.environmentId, (request) => environment.handler(request));
    inner.set(environment, made);
    return made;
  }

  async function shown(agent: Servable): Promise<EnvironmentAgent | undefined> {
    const about = { agentId: agent.agentId, name: agent.description.title ?? agent.agentId };
    try {
      const servers = await serversOf(agent);
      return servers && { ...about, servers: servers.list(), internal: servers.internal() };
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      return { ...about, servers: [], internal: [], why };
    }
  }

  return {
    async list() {
      const all = await Promise.all(agents.list().map(shown));
      return { agents: all.filter((agent) => agent !== undefined) };
    },
    async of(agentId) {
      const agent = agents.get(agentId);
      return agent && serversOf(agent);
    },
    async close() {
      await Promise.all([...inner.values()].map((servers) => servers.close()));
      inner.clear();
    },
  };
}
