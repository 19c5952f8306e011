import type { JsonObject, ToolSchema } from '../../core/index.ts';
import { judgeByRules } from '../../environment/index.ts';
import type { AgentFolder } from '../agent-folder.ts';
import { switchOf } from '../tool-offer.ts';
import type { ToolServer } from '../tool-server.ts';

/** What a call of an operator depends on. */
export type CallRules = Pick<AgentFolder, 'permissions' | 'settings'>;

/** Whether a call may be made, or once an operator confirms it. */
export type CallVerdict =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly why: string }
  | { readonly kind: 'deny'; readonly why: string };

/**
 * Judges a call by the rules of the agent, then by the switches of the tool. That the server itself asks for
 * approval is not overruled.
 */
export function callVerdict(
  { permissions, settings }: CallRules,
  server: Pick<ToolServer, 'name' | 'enabled' | 'approval'>,
  tool: ToolSchema,
  args: JsonObject,
): CallVerdict {
  const { name } = tool.function;
  if (!switchOf(server.enabled, name)) {
    return { kind: 'deny', why: `the agent's files deny ${name}` };
  }
  const judgement = judgeByRules(permissions)({ name: `${server.name}_${name}`, arguments: args });
  const { verdict, reason = `the agent's files ask a person about ${name}` } = judgement ?? {};
  if (verdict === 'deny') return { kind: 'deny', why: reason };
  if (verdict === 'ask') return { kind: 'ask', why: reason };
  if (tool.needsApproval) return { kind: 'ask', why: `the server asks a person about ${name}` };
  if (verdict === 'allow') return { kind: 'allow' };
  const { toolPermission } = settings;
  const asks =
    toolPermission === 'tool' ? switchOf(server.approval, name) : toolPermission === 'always';
  return asks ? { kind: 'ask', why: reason } : { kind: 'allow' };
}
