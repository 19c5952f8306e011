import type { ToolSchema } from '#core';
import type { ServerTool, InternalTools } from '#engine/port';
import {
  getToolValue,
  type ServerSwitches,
  type ToolServer,
  type AgentFolder,
} from '#agents/folder';
import {
  type CreateAgentCallTools,
  listInternalServerTools,
} from '../internal/internal-server-tools.ts';
import { isApprovalRequired } from '../internal/server-tool-offer.ts';

export function toOperatorTool(
  { enabled, approval, include }: Pick<ToolServer, keyof ServerSwitches>,
  { needsApproval = false, function: { name, description, parameters } }: ToolSchema,
): ServerTool {
  const isOn = getToolValue(enabled, name);
  return {
    name,
    ...(description !== undefined && { description }),
    parameters,
    permit: isOn ? (getToolValue(approval, name) ? 'ask' : 'allow') : 'deny',
    isPermitWritten: enabled.tools.has(name) || approval.tools.has(name),
    include: getToolValue(include, name),
    isIncludeWritten: include.tools.has(name),
    asksItself: needsApproval,
  };
}

export function listOperatorInternalTools(
  { internalServers }: Pick<AgentFolder, 'internalServers'>,
  calls: CreateAgentCallTools | undefined,
): readonly InternalTools[] {
  return internalServers.map((server) => ({
    name: server.name,
    tools: listInternalServerTools([server], calls).map((one) => {
      const { name, description = '' } = one.tool;
      const isOn = getToolValue(server.enabled, name);
      const permit = isOn ? (isApprovalRequired(one) ? 'ask' : 'allow') : 'deny';
      return { name, description, permit };
    }),
  }));
}
