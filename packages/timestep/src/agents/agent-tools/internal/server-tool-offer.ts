import type { TurnSettings, ToolSchema } from '#core';
import {
  type AgentFolder,
  type ToolOffer,
  getToolValue,
  getSessionInclusionOfTool,
  determineToolOffer,
} from '#agents/folder';
import type { ServerTool } from './internal-server-tools.ts';

/** Whether calls of a built-in tool need approval. By default, calls that change something do. */
export function isApprovalRequired({ server, tool }: Pick<ServerTool, 'server' | 'tool'>): boolean {
  return getToolValue(server.approval, tool.name) ?? tool.changes !== 'nothing';
}

/**
 * Decides whether a built-in tool is offered. Tools that change something are offered only to agents with a
 * user.
 */
export function getInternalToolOffer(
  serverTool: ServerTool,
  { mode, settings }: Pick<AgentFolder, 'mode' | 'settings'>,
  isFolder: boolean,
  turn: TurnSettings | undefined,
): ToolOffer {
  const { server, tool, shown } = serverTool;
  if (tool.changes !== 'nothing' && mode !== 'interactive') return 'hidden';
  if (tool.changes === 'files' && !isFolder) return 'hidden';
  const approval = { serverDefault: isApprovalRequired(serverTool), tools: new Map() };
  const choice = getSessionInclusionOfTool(turn, shown);
  const switches = { ...server, approval };
  return determineToolOffer(switches, tool.name, mode, settings.toolPermission, choice);
}

export function getToolSchema({ compiled: { schema } }: ServerTool, offer: ToolOffer): ToolSchema {
  return offer === 'with-approval' ? { ...schema, needsApproval: true } : schema;
}
