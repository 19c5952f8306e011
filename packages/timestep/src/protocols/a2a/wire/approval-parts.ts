import {
  getEffectiveCall,
  isJsonObject,
  parseArguments,
  readObject,
  readWord,
  requireFlag,
  type ApprovalDecision,
  type CallState,
  type Fields,
  type JsonValue,
  type ToolCall,
} from '#core';
import { createInvalidParamsError } from './a2a-error.ts';
import { requireEntries } from './a2a-fields.ts';
import type { WirePart } from './wire-types.ts';

/**
 * Requests approvals: `{approval_requests: [{call_id, name, arguments, reason?}]}`, part of the
 * tool calls extension. The client replies with `{approvals: [{call_id, approved, reason?,
 * arguments?, scope?}]}` or with plain "yes" or "no". `arguments` replace those of the call;
 * `scope: "session"` also approves later calls of the tool in the conversation.
 */
export function createApprovalRequestsPart(
  waiting: readonly Pick<CallState, 'call' | 'arguments' | 'judged'>[],
): WirePart {
  const approval_requests = waiting.map((state) => {
    const { id, function: called } = getEffectiveCall(state);
    const { name, arguments: text } = called;
    const reason = state.judged?.reason;
    return {
      call_id: id,
      name,
      arguments: parseArguments(text) ?? text,
      ...(reason !== undefined && { reason }),
    };
  });
  return { data: { approval_requests }, mediaType: 'application/json' };
}

export function createApprovalsPart(approvals: readonly ApprovalDecision[]): WirePart {
  const decisions = approvals.map(({ callId, approved, reason, arguments: text, scope }) => ({
    call_id: callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(text !== undefined && { arguments: parseArguments(text) ?? text }),
    ...(scope !== undefined && { scope }),
  }));
  return { data: { approvals: decisions }, mediaType: 'application/json' };
}

export function parseApprovalRequests(data: JsonValue): ToolCall[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data['approval_requests'])) return undefined;
  return data['approval_requests'].flatMap((entry: JsonValue): ToolCall[] => {
    if (!isJsonObject(entry)) return [];
    const { call_id: id, name, arguments: given = {} } = entry;
    if (typeof id !== 'string' || typeof name !== 'string') return [];
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return [{ id, type: 'function', function: { name, arguments: text } }];
  });
}

/** Parses approval decisions. Undefined if there are none. Throws if one is invalid. */
export function parseApprovals(data: JsonValue, path: string): ApprovalDecision[] | undefined {
  if (!isJsonObject(data) || !('approvals' in data)) return undefined;
  return requireEntries(data, { path, name: 'approvals', what: 'decision' }).map(readDecision);
}

function readDecision(entry: Fields): ApprovalDecision {
  const { call_id: callId, reason } = entry.object;
  if (typeof callId !== 'string')
    throw createInvalidParamsError(`${entry.path}.call_id`, 'must be the id of a tool call');
  const approved = requireFlag(entry, 'approved');
  const changed = readObject(entry, 'arguments');
  const scope = readWord(entry, 'scope', ['once', 'session']);
  return {
    callId,
    approved,
    ...(typeof reason === 'string' && { reason }),
    ...(changed && { arguments: JSON.stringify(changed.object) }),
    ...(scope && { scope }),
  };
}
