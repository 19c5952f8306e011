import type { ToolSchema, JsonObject } from '#core';
import { type AgentFolder, type ToolServer, createFolderJudge, getToolValue } from '#agents/folder';

export type CallVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask' | 'deny'; readonly why: string };

/** Judges an operator's tool call: first by permission rules, then by the settings of the tool. */
export function judgeOperatorCall(
  folder: Pick<AgentFolder, 'permissions' | 'settings' | 'servers'> &
    Partial<Pick<AgentFolder, 'path'>>,
  server: Pick<ToolServer, 'name' | 'enabled' | 'approval'>,
  tool: ToolSchema,
  args: JsonObject,
): CallVerdict {
  const { toolPermission } = folder.settings;
  const { name } = tool.function;
  if (!getToolValue(server.enabled, name)) {
    return { kind: 'deny', why: `the agent's files deny ${name}` };
  }
  const call = { name: `${server.name}_${name}`, arguments: args };
  const { verdict, reason = `the agent's files ask a person about ${name}` } =
    createFolderJudge(folder)(call) ?? {};
  if (verdict === 'deny' || verdict === 'ask') return { kind: verdict, why: reason };
  if (tool.needsApproval) return { kind: 'ask', why: `the server asks a person about ${name}` };
  if (verdict === 'allow') return { kind: 'allow' };
  const asks =
    toolPermission === 'tool' ? getToolValue(server.approval, name) : toolPermission === 'always';
  return asks ? { kind: 'ask', why: reason } : { kind: 'allow' };
}
