import type { ToolCall } from '../../../core/index.ts';
import { createApprovalId } from '../wire/approval-id.ts';
import {
  createMcpCallError,
  type McpApprovalRequestItem,
  type McpCallItem,
} from '../wire/response-item.ts';
import type { FunctionName } from '../wire/tool-namespace.ts';
import type { CallItem } from './item-events.ts';

export interface OutputScope {
  /** Part of every item id; unique to the response. */
  readonly key: string;
  readonly serverLabel: string;
  /** Whether the caller executes a tool. */
  readonly isCallers: (tool: string) => boolean;
  readonly callersName: (tool: string) => FunctionName;
  /** Whether calls may be refused, which is known only when the reply is complete. */
  readonly mayRefuse: boolean;
  /**
   * Whether the agent has an output schema. Text next to tool calls is then omitted, because
   * callers read all text together as JSON.
   */
  readonly hasOutput?: boolean;
  readonly showsThoughts?: boolean;
  /** Encrypts an `encrypted_content`. Undefined if the caller did not request it. */
  readonly seal?: (id: string, text: string) => string;
  /** Approval request of a call that was made before the response started. */
  readonly approvalId: (callId: string) => string;
}

export function createCallItem(
  scope: OutputScope,
  id: string,
  callId: string,
  name: string,
): CallItem {
  const begun = { status: 'in_progress', name, arguments: '' } as const;
  if (scope.isCallers(name)) {
    return { id, type: 'function_call', call_id: callId, ...begun, ...scope.callersName(name) };
  }
  const nothing = { output: null, error: null, approval_request_id: null };
  return { id, type: 'mcp_call', server_label: scope.serverLabel, ...begun, ...nothing };
}

export function createApprovalRequest(
  { key, serverLabel }: OutputScope,
  { id, function: { name, arguments: text } }: ToolCall,
): McpApprovalRequestItem {
  return {
    id: createApprovalId(key, id),
    type: 'mcp_approval_request',
    server_label: serverLabel,
    name,
    arguments: text,
  };
}

/** If the caller executes the call, the item is then completed. */
export function withArguments(
  { callersName }: OutputScope,
  item: CallItem,
  { function: { name, arguments: text } }: ToolCall,
): CallItem {
  if (item.type === 'mcp_call') return { ...item, name, arguments: text };
  return { ...item, ...callersName(name), arguments: text, status: 'completed' };
}

/** `content` is the text for the model. */
export function withResult(item: McpCallItem, ok: boolean, content: string): McpCallItem {
  return ok
    ? { ...item, status: 'completed', output: content }
    : { ...item, status: 'failed', error: createMcpCallError(content) };
}
