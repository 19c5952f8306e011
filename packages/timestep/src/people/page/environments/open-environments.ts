import type { InnerServers } from '#agents/agent-tools';
import type { OperatorServers } from '#engine/port';
import type { Environment, Servable, Servables } from '#serving/server';
import { loadPart } from '../api/agent-routes.ts';
import type { EnvironmentAgent, EnvironmentList } from '#people/view';

/** The MCP servers of all served agents. */
export interface Environments {
  /** Lists the agents that have MCP servers. */
  list(): Promise<EnvironmentList>;
  /** Returns an agent's MCP servers; undefined if the agent does not exist or has no servers. */
  get(agentId: string): Promise<OperatorServers | undefined>;
  close(): Promise<void>;
}

export function createEnvironmentOpener(agents: Servables): Environments {
  /** Environments defined in code, each served as an MCP server within this process. */
  const inner = new Map<Environment, InnerServers>();

  async function openAgentServers(agent: Servable): Promise<OperatorServers | undefined> {
    const { servers, environment } = agent;
    if (servers) return loadPart(servers);
    return environment && getOrCreateInnerServers(environment);
  }

  async function getOrCreateInnerServers(environment: Environment): Promise<InnerServers> {
    const { createInnerServers } = await import('#agents/agent-tools');
    const made =
      inner.get(environment) ??
      createInnerServers(environment.environmentId, (request) => environment.handler(request));
    inner.set(environment, made);
    return made;
  }

  async function describeAgentServers(agent: Servable): Promise<EnvironmentAgent | undefined> {
    const about = { agentId: agent.agentId, name: agent.description.title ?? agent.agentId };
    try {
      const servers = await openAgentServers(agent);
      if (!servers) return undefined;
      return { ...about, servers: servers.list(), internal: servers.listInternalTools() };
    } catch (thrown) {
      const why = thrown instanceof Error ? thrown.message : String(thrown);
      return { ...about, servers: [], internal: [], why };
    }
  }

  return {
    async list() {
      const all = await Promise.all(agents.list().map(describeAgentServers));
      return { agents: all.filter((agent) => agent !== undefined) };
    },
    async get(agentId) {
      const agent = agents.get(agentId);
      return agent && openAgentServers(agent);
    },
    async close() {
      await Promise.all([...inner.values()].map((servers) => servers.close()));
      inner.clear();
    },
  };
}
