import type { ToolCall } from '../../../core/index.ts';
import { createApprovalId } from '../wire/approval-id.ts';
import {
  createMcpCallError,
  type McpApprovalRequestItem,
  type McpCallItem,
} from '../wire/response-item.ts';
import type { FunctionName } from '../wire/tool-namespace.ts';
import type { CallItem } from './item-events.ts';

/** Settings that all output items of one response share. */
export interface OutputScope {
  /** Part of every item id; unique to the response. */
  readonly key: string;
  /** `server_label` of tool calls that the server executes. */
  readonly serverLabel: string;
  /** Returns whether the caller of the API executes a tool. */
  readonly isCallers: (tool: string) => boolean;
  /** Converts the tool name that the model uses to the caller's name. */
  readonly callersName: (tool: string) => FunctionName;
  /**
   * Whether calls of the caller's tools may be refused, which is known only when the reply is
   * complete.
   */
  readonly mayRefuse: boolean;
  /**
   * Whether the agent has an output schema. Text next to tool calls is then not part of the
   * response, because callers read all text of a response together as JSON.
   */
  readonly hasOutput?: boolean;
  /** Whether the caller requested reasoning summaries. */
  readonly showsThoughts?: boolean;
  /**
   * Encrypts a text as the `encrypted_content` of an item. Undefined if the caller did not request
   * it.
   */
  readonly seal?: (id: string, text: string) => string;
  /** Returns the id of the approval request of a call that was made before the response started. */
  readonly approvalId: (callId: string) => string;
}

/** Creates the item of a call that has just started, without arguments. */
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

/** Creates the item that asks a user to approve a call of the server. */
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

/**
 * Adds the complete arguments to a call item. If the caller executes the call, the item is then
 * completed.
 */
export function withArguments(
  { callersName }: OutputScope,
  item: CallItem,
  { function: { name, arguments: text } }: ToolCall,
): CallItem {
  if (item.type === 'mcp_call') return { ...item, name, arguments: text };
  return { ...item, ...callersName(name), arguments: text, status: 'completed' };
}

/**
 * Adds the result to the item of a call that the server executed. `content` is the text that the
 * model receives.
 */
export function withResult(item: McpCallItem, ok: boolean, content: string): McpCallItem {
  return ok
    ? { ...item, status: 'completed', output: content }
    : { ...item, status: 'failed', error: createMcpCallError(content) };
}
