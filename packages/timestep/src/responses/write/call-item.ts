import type { ToolCall } from '../../core/index.ts';
import { approvalIdOf } from '../wire/approval-id.ts';
import { mcpCallError, type McpApprovalRequestItem, type McpCallItem } from '../wire/item.ts';
import type { FunctionName } from '../wire/namespace.ts';
import type { CallItem } from './item-events.ts';

/** What the items of one response have in common. */
export interface OutputScope {
  /** Part of every item's id; unique to the response. */
  readonly key: string;
  /** The label of the server whose tools this side calls. */
  readonly serverLabel: string;
  /** Whether the caller of the API runs the tool with that name. */
  readonly isCallers: (tool: string) => boolean;
  /** What the caller calls its tool that the model knows by that name. */
  readonly callersName: (tool: string) => FunctionName;
  /**
   * Whether calls of the caller's tools may be refused, which is known only when the reply is
   * complete.
   */
  readonly mayRefuse: boolean;
  /** Whether the caller wants to read what the model says of its thinking. */
  readonly showsThoughts?: boolean;
  /** Makes an `encrypted_content` for the item of that id; absent where the caller wants none. */
  readonly seal?: (id: string, text: string) => string;
  /** The id of the request for approval of a call, where it was asked before the response began. */
  readonly approvalId: (callId: string) => string;
}

/** A call as an item that has just begun, without its arguments. */
export function callItem(scope: OutputScope, id: string, callId: string, name: string): CallItem {
  const begun = { status: 'in_progress', name, arguments: '' } as const;
  if (scope.isCallers(name)) {
    return { id, type: 'function_call', call_id: callId, ...begun, ...scope.callersName(name) };
  }
  const nothing = { output: null, error: null, approval_request_id: null };
  return { id, type: 'mcp_call', server_label: scope.serverLabel, ...begun, ...nothing };
}

/** The request that asks a person about a call of this side. */
export function approvalRequest(
  { key, serverLabel }: OutputScope,
  { id, function: { name, arguments: text } }: ToolCall,
): McpApprovalRequestItem {
  return {
    id: approvalIdOf(key, id),
    type: 'mcp_approval_request',
    server_label: serverLabel,
    name,
    arguments: text,
  };
}

/** The call with all its arguments; the item is finished where the caller runs the call. */
export function askedItem(
  { callersName }: OutputScope,
  item: CallItem,
  { function: { name, arguments: text } }: ToolCall,
): CallItem {
  if (item.type === 'mcp_call') return { ...item, name, arguments: text };
  return { ...item, ...callersName(name), arguments: text, status: 'completed' };
}

/** A call of this side with its outcome; `content` is what the model reads. */
export function ranItem(item: McpCallItem, ok: boolean, content: string): McpCallItem {
  return ok
    ? { ...item, status: 'completed', output: content }
    : { ...item, status: 'failed', error: mcpCallError(content) };
}
