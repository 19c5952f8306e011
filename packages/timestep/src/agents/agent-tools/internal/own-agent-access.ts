import type { SessionStore } from '#engine/port';
import {
  type AgentLocation,
  type AgentFolder,
  readAgentFiles,
  parseWithoutSecrets,
  throwIfMistakes,
  FolderError,
} from '#agents/folder';
import type { ServerPool } from '../servers/server-pool.ts';
import type { CreateAgentCallTools } from './internal-server-tools.ts';
import { describeServer, listServerTools, listInternalTools } from './known-tools.ts';
import type { OwnAgentAccess } from './own-agent.ts';

export interface InternalOptions {
  readonly location: AgentLocation;
  readonly servers: ServerPool;
  readonly sessions: () => SessionStore | Promise<SessionStore> | undefined;
  /** Returns the current time in milliseconds since the epoch. */
  readonly now: () => number;
  /**
   * Creates tools for calling agents; undefined if this program cannot run the agents of the
   * folder.
   */
  readonly calls?: CreateAgentCallTools;
}

/** Gives access to the agent's current files, and to the servers that its task started with. */
export function createOwnAgentAccess(
  version: AgentFolder,
  options: InternalOptions,
): OwnAgentAccess {
  const { location, servers: pool, sessions, now, calls } = options;
  const isFolder = location.entry === undefined;
  const read: OwnAgentAccess['read'] = async () => {
    const files = await readAgentFiles(location);
    const { folder, problems } = parseWithoutSecrets(files);
    if (folder) return { folder, files };
    throwIfMistakes(problems);
    throw new FolderError(`${files.location} no longer contains an agent: restore its files`);
  };
  return {
    storage: location.storage,
    read,
    sessions,
    now,
    servers: async () => {
      const { folder } = await read();
      const all = [...version.servers, ...version.internalServers];
      return all.map((server) => describeServer(server, folder, pool));
    },
    tools: async (turn) => {
      const { folder } = await read();
      const lists = await Promise.all(
        version.servers.map((server) => listServerTools(server, version, folder, pool, turn)),
      );
      return [...lists.flat(), ...listInternalTools(version, folder, isFolder, calls, turn)];
    },
  };
}
