import type { ToolSchema, TurnSettings } from '#core';
import {
  type ToolServer,
  type AgentFolder,
  type ServerSwitches,
  getSessionInclusionOfTool,
  determineToolOffer,
  getToolValue,
} from '#agents/folder';
import { formatMissingTool } from '../servers/missing-tools.ts';
import type { ServerPool } from '../servers/server-pool.ts';
import { type CreateAgentCallTools, listInternalServerTools } from './internal-server-tools.ts';
import type { KnownServer, KnownTool } from './own-agent.ts';
import { isApprovalRequired, getInternalToolOffer } from './server-tool-offer.ts';

export function describeServer(
  server: ToolServer | AgentFolder['internalServers'][number],
  folder: AgentFolder,
  pool: ServerPool,
): KnownServer {
  const { include, enabled, approval } = getCurrentSwitches(server, folder);
  const [left] = 'target' in server ? pool.getOrCreate(server).listMissing() : [];
  return {
    serverName: server.name,
    type: 'target' in server ? ('url' in server.target ? 'address' : 'command') : 'internal',
    include: include.serverDefault,
    enabled: enabled.serverDefault,
    permissionRequired: approval.serverDefault ?? true,
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
  const switches = getCurrentSwitches(server, folder);
  const tools = await pool.getOrCreate(server).listTools();
  return tools.map(({ function: called, needsApproval = false }) => {
    const tool = toolToKnownTool(called, `${server.name}_${called.name}`, switches);
    const choice = getSessionInclusionOfTool(turn, tool.calledAs);
    const offer = determineToolOffer(server, called.name, mode, settings.toolPermission, choice);
    const asks = needsApproval || offer === 'with-approval';
    return {
      ...tool,
      permissionRequired: needsApproval || (getToolValue(switches.approval, called.name) ?? true),
      offered: offer !== 'hidden' && (!asks || mode === 'interactive'),
    };
  });
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
    const { name, description = '' } = tool;
    const called = { name, description, parameters: compiled.input.json };
    return {
      ...toolToKnownTool(called, shown, getCurrentSwitches(server, folder)),
      permissionRequired: isApprovalRequired(serverTool),
      offered: getInternalToolOffer(serverTool, version, isFolder, turn) !== 'hidden',
    };
  });
}

function toolToKnownTool(
  { name, description, parameters }: ToolSchema['function'],
  calledAs: string,
  server: ServerSwitches,
): Omit<KnownTool, 'permissionRequired' | 'offered'> {
  return {
    serverName: server.name,
    toolName: name,
    calledAs,
    ...(description && { description }),
    include: getToolValue(server.include, name),
    enabled: getToolValue(server.enabled, name),
    parameters,
  };
}

function getCurrentSwitches(server: ServerSwitches, folder: AgentFolder): ServerSwitches {
  const all: readonly ServerSwitches[] = [...folder.servers, ...folder.internalServers];
  return all.find(({ name }) => name === server.name) ?? server;
}
