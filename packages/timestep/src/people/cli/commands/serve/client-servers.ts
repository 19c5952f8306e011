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

/** Milliseconds for starting an MCP server, so that a broken server delays no turn for long. */
const START_TIMEOUT_MS = 10_000;

export function createClientServers({
  openEnvironment,
}: {
  readonly openEnvironment: (folder: AgentFolder) => FolderEnvironment;
}): ClientServers {
  const given = new Map<string, readonly ToolServer[]>();
  const opened = new Map<string, Map<string, FolderEnvironment>>();

  function getOrOpenEnvironment(
    sessionId: string,
    folder: AgentFolder,
  ): ToolEnvironment | undefined {
    const servers = given.get(sessionId);
    if (!servers) return undefined;
    const ofSession = opened.get(sessionId) ?? new Map<string, FolderEnvironment>();
    opened.set(sessionId, ofSession);
    const known = ofSession.get(folder.path);
    if (known) return known;
    const made = openEnvironment({ ...folder, servers });
    ofSession.set(folder.path, made);
    return made;
  }

  async function closeSession(sessionId: string): Promise<void> {
    const environments = [...(opened.get(sessionId)?.values() ?? [])];
    opened.delete(sessionId);
    given.delete(sessionId);
    await Promise.all(environments.map((environment) => environment.close()));
  }

  return {
    async setServers(sessionId, directory, servers) {
      await closeSession(sessionId);
      if (servers.length === 0) return;
      given.set(
        sessionId,
        servers.map((server) => toToolServer(server, directory)),
      );
    },
    addServerTools: (agent, folder) =>
      overrideServedAgent(agent, {
        async environment(contextId, taskId) {
          const own = await agent.environment(contextId, taskId);
          const further = getOrOpenEnvironment(contextId, folder);
          return further ? joinEnvironments(own, [further]) : own;
        },
      }),
    async close() {
      await Promise.all([...given.keys()].map(closeSession));
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
    startTimeoutMs: START_TIMEOUT_MS,
    secrets,
    enabled: every(true),
    include: every('always' as const),
    approval: every(true),
  };
}
