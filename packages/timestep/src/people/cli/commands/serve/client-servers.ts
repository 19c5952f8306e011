import type { ClientServer } from '#people/acp';
import { overrideServedAgent, type ServedAgent, type ToolEnvironment } from '#engine/port';
import type { AgentFolder, ToolServer } from '#agents/folder';
import type { FolderEnvironment } from '#agents/agent';
import { joinEnvironments } from '#engine/tools';

/** MCP servers that an editor passes to its sessions, in addition to those of the agent folders. */
export interface ClientServers {
  /** Replaces the MCP servers of a session. They are connected when first needed. */
  readonly setServers: (
    sessionId: string,
    directory: string,
    servers: readonly ClientServer[],
  ) => Promise<void>;
  /** Returns the agent with the tools of the session's servers added in each turn. */
  addServerTools(agent: ServedAgent, folder: AgentFolder): ServedAgent;
  close(): Promise<void>;
}

interface SessionServers {
  readonly servers: readonly ToolServer[];
  /** Connected tools of a session's servers, by the path of the agent's folder. */
  readonly environments: Map<string, FolderEnvironment>;
}

export function createClientServers({
  openEnvironment,
}: {
  readonly openEnvironment: (folder: AgentFolder) => FolderEnvironment;
}): ClientServers {
  const sessions = new Map<string, SessionServers>();

  function findOrOpenSessionEnvironment(
    id: string,
    folder: AgentFolder,
  ): ToolEnvironment | undefined {
    const session = sessions.get(id);
    if (!session) return undefined;
    const { servers, environments } = session;
    const environment = environments.get(folder.path) ?? openEnvironment({ ...folder, servers });
    environments.set(folder.path, environment);
    return environment;
  }

  async function closeSession(id: string): Promise<void> {
    const opened = [...(sessions.get(id)?.environments.values() ?? [])];
    sessions.delete(id);
    await Promise.all(opened.map((environment) => environment.close()));
  }

  return {
    async setServers(id, directory, given) {
      await closeSession(id);
      const servers = given.map((server) => toToolServer(server, directory));
      if (servers.length > 0) sessions.set(id, { servers, environments: new Map() });
    },
    addServerTools: (agent, folder) =>
      overrideServedAgent(agent, {
        async environment(contextId, taskId) {
          const own = await agent.environment(contextId, taskId);
          const further = findOrOpenSessionEnvironment(contextId, folder);
          return further ? joinEnvironments(own, [further]) : own;
        },
      }),
    async close() {
      await Promise.all([...sessions.keys()].map(closeSession));
    },
  };
}

/** Converts an MCP server to the form of agent folders. Its tools require approval. */
function toToolServer({ name, target, headers, secrets }: ClientServer, cwd: string): ToolServer {
  const every = <T>(serverDefault: T) => ({ serverDefault, tools: new Map<string, T>() });
  return {
    name: name.replaceAll(/[^\w-]/g, '_'),
    target: 'url' in target ? target : { ...target, cwd },
    ...(headers && { headers }),
    secrets,
    enabled: every(true),
    include: every('always' as const),
    approval: every(true),
  };
}
