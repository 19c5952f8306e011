import type { TurnSettings } from '../../../core/index.ts';
import {
  readAgentFiles,
  type AgentLocation,
  type AgentFolder,
  FolderError,
  throwMistakes,
  parseWithoutSecrets,
  getSessionChoice,
  getToolValue,
  determineToolOffer,
  type ServerSwitches,
  type ToolServer,
} from '../../folder/index.ts';
import { formatMissingTool } from '../servers/missing-tools.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import {
  type CreateAgentCallTools,
  isApprovalRequired,
  getToolOffer,
  listInternalServerTools,
} from './internal-server-tools.ts';
import type { OwnAgentAccess, KnownServer, KnownTool } from './internal-tool.ts';

export interface InternalOptions {
  readonly location: AgentLocation;
  readonly servers: ServerPool;
  readonly sessions: OwnAgentAccess['sessions'];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined if no program runs the agents that this agent names. */
  readonly calls?: CreateAgentCallTools;
}

/** Reads the agent's files in their current state, and the servers with which the task started. */
export function createOwnAgentAccess(
  version: AgentFolder,
  options: InternalOptions,
): OwnAgentAccess {
  const { location, servers: pool, sessions, now } = options;
  const read: OwnAgentAccess['read'] = async () => {
    const files = await readAgentFiles(location);
    const { folder, problems } = parseWithoutSecrets(files);
    if (folder) return { folder, files };
    throwMistakes(problems);
    throw new FolderError(`${files.location} is not an agent`);
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
      return [...lists.flat(), ...listInternalTools(version, folder, options, turn)];
    },
  };
}

function describeServer(
  server: ToolServer | AgentFolder['internalServers'][number],
  folder: AgentFolder,
  pool: ServerPool,
): KnownServer {
  const { include, enabled, approval } = getCurrentSwitches(server, folder);
  const [left] = 'target' in server ? pool.getOrCreate(server).listMissing() : [];
  return {
    name: server.name,
    type: 'target' in server ? ('url' in server.target ? 'address' : 'command') : 'internal',
    include: include.serverDefault,
    isEnabled: enabled.serverDefault,
    needsPermission: approval.serverDefault ?? true,
    ...(left && { leftOut: formatMissingTool(left) }),
  };
}

async function listServerTools(
  server: ToolServer,
  { mode, settings }: AgentFolder,
  folder: AgentFolder,
  pool: ServerPool,
  turn: TurnSettings | undefined,
): Promise<KnownTool[]> {
  const { include, enabled, approval } = getCurrentSwitches(server, folder);
  return (await pool.getOrCreate(server).listTools()).map(
    ({ function: called, needsApproval = false }) => {
      const { name, description = '', parameters } = called;
      const shown = `${server.name}_${name}`;
      const choice = getSessionChoice(turn, shown);
      const offer = determineToolOffer(server, name, mode, settings.toolPermission, choice);
      const asks = needsApproval || offer === 'with-approval';
      return {
        server: server.name,
        name,
        shown,
        description,
        parameters,
        include: getToolValue(include, name),
        isEnabled: getToolValue(enabled, name),
        needsPermission: needsApproval || (getToolValue(approval, name) ?? true),
        isOffered: offer !== 'hidden' && (!asks || mode === 'interactive'),
      };
    },
  );
}

function listInternalTools(
  version: AgentFolder,
  folder: AgentFolder,
  { location, calls }: InternalOptions,
  turn: TurnSettings | undefined,
): KnownTool[] {
  const isFolder = location.entry === undefined;
  return listInternalServerTools(version.internalServers, calls).map((serverTool) => {
    const { server, tool, shown, compiled } = serverTool;
    const { include, enabled } = getCurrentSwitches(server, folder);
    return {
      server: server.name,
      name: tool.name,
      shown,
      description: tool.description ?? '',
      parameters: compiled.input.json,
      include: getToolValue(include, tool.name),
      isEnabled: getToolValue(enabled, tool.name),
      needsPermission: isApprovalRequired(serverTool),
      isOffered: getToolOffer(serverTool, version, isFolder, turn) !== 'hidden',
    };
  });
}

/** Prefers the switches in the current files. */
function getCurrentSwitches(server: ServerSwitches, folder: AgentFolder): ServerSwitches {
  const all: readonly ServerSwitches[] = [...folder.servers, ...folder.internalServers];
  return all.find(({ name }) => name === server.name) ?? server;
}
