import type { ClientServer } from '../../acp/index.ts';
import type { ServedAgent, ToolEnvironment } from '../../port/index.ts';
import type { AgentFolder, FolderEnvironment, ToolServer } from '../../folder/index.ts';
import { joinedEnvironment } from '../../environment/index.ts';

/** The MCP servers that an editor gives to its sessions, beside those of the agents' folders. */
export interface ClientServers {
  /** Takes the place of the servers that the session had; they are connected to when they are needed. */
  use(sessionId: string, directory: string, servers: readonly ClientServer[]): Promise<void>;
  /** The agent, which has the tools of a session's servers in the turns of that session. */
  joinedTo(agent: ServedAgent, folder: AgentFolder): ServedAgent;
  close(): Promise<void>;
}

export interface ClientServersOptions {
  /** Makes the environment of a folder. */
  readonly open: (folder: AgentFolder) => FolderEnvironment;
}

/** A server that does not start must not keep a turn waiting for long. */
const START_TIMEOUT_MS = 10_000;

export function clientServers({ open }: ClientServersOptions): ClientServers {
  const given = new Map<string, readonly ToolServer[]>();
  const opened = new Map<string, Map<string, FolderEnvironment>>();

  function environmentOf(sessionId: string, folder: AgentFolder): ToolEnvironment | undefined {
    const servers = given.get(sessionId);
    if (!servers) return undefined;
    const ofSession = opened.get(sessionId) ?? new Map<string, FolderEnvironment>();
    opened.set(sessionId, ofSession);
    const known = ofSession.get(folder.path);
    if (known) return known;
    const made = open({ ...folder, servers });
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
    async use(sessionId, directory, servers) {
      await closeSession(sessionId);
      if (servers.length === 0) return;
      given.set(
        sessionId,
        servers.map((server) => toolServerOf(server, directory)),
      );
    },
    joinedTo: (agent, folder) => ({
      name: agent.name,
      agent: agent.agent,
      toolSite: agent.toolSite,
      limits: agent.limits,
      ...(agent.toolsAllowed && { toolsAllowed: agent.toolsAllowed }),
      ...(agent.guards && { guards: agent.guards }),
      async environment(contextId, taskId) {
        const own = await agent.environment(contextId, taskId);
        const further = environmentOf(contextId, folder);
        return further ? joinedEnvironment(own, [further]) : own;
      },
    }),
    async close() {
      await Promise.all([...given.keys()].map(closeSession));
    },
  };
}

/** The server as a folder would name it: its tools need a yes, as those of folders do. */
function toolServerOf({ name, target, headers, secrets }: ClientServer, cwd: string): ToolServer {
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
