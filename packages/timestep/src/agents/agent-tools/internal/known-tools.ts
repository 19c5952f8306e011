import type { TurnSettings } from '#core';
import {
  type ToolServer,
  type AgentFolder,
  type ServerSwitches,
  getSessionChoice,
  determineToolOffer,
  getToolValue,
} from '#agents/folder';
import { formatMissingTool } from '../servers/missing-tools.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { type CreateAgentCallTools, listInternalServerTools } from './internal-server-tools.ts';
import type { KnownServer, KnownTool } from './own-agent.ts';
import { isApprovalRequired, getToolOffer } from './server-tool-offer.ts';

export function describeServer(
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

export async function listServerTools(
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

export function listInternalTools(
  version: AgentFolder,
  folder: AgentFolder,
  isFolder: boolean,
  calls: CreateAgentCallTools | undefined,
  turn: TurnSettings | undefined,
): KnownTool[] {
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

function getCurrentSwitches(server: ServerSwitches, folder: AgentFolder): ServerSwitches {
  const all: readonly ServerSwitches[] = [...folder.servers, ...folder.internalServers];
  return all.find(({ name }) => name === server.name) ?? server;
}
