import {
  getEffectiveCall,
  isJsonObject,
  omitUndefined,
  parseArguments,
  readObject,
  readConsent,
  requireFlag,
  type ApprovalDecision,
  type CallState,
  type ConsentCover,
  type Fields,
  type JsonValue,
  type ToolCall,
} from '#core';
import { createInvalidParamsError } from './a2a-error.ts';
import { requireEntries } from './a2a-fields.ts';
import { parseToolCalls } from './tool-calls.ts';
import type { WirePart } from './wire-types.ts';

/**
 * Requests approvals: `{approval_requests: [{call_id, name, arguments, reason?, digest?}]}`, part of
 * the tool calls extension. The client replies with `{approvals: [{call_id, approved, reason?,
 * arguments?, scope?, covers?, digest?}]}` or with plain "yes" or "no". `arguments` replace those of
 * the call; `scope: "session"` also approves later calls of the tool in the conversation, with any
 * arguments or as `covers` says. An approval with the `digest` of an earlier question is refused.
 */
export function createApprovalRequestsPart(
  waiting: readonly Pick<CallState, 'call' | 'arguments' | 'judged'>[],
): WirePart {
  const approval_requests = waiting.map((state) => {
    const { id, function: called } = getEffectiveCall(state);
    const { name, arguments: text } = called;
    const { reason, tool } = state.judged ?? {};
    const args = parseArguments(text) ?? text;
    return omitUndefined({ call_id: id, name, arguments: args, reason, digest: tool?.call });
  });
  return { data: { approval_requests }, mediaType: 'application/json' };
}

export function createApprovalsPart(decisions: readonly ApprovalDecision[]): WirePart {
  const approvals = decisions.map(
    ({ callId: call_id, approved, reason, arguments: text, scope, covers, digest }) => {
      const args = text === undefined ? undefined : (parseArguments(text) ?? text);
      const consent = { scope, covers: consentCoverToWire(covers), digest };
      return omitUndefined({ call_id, approved, reason, arguments: args, ...consent });
    },
  );
  return { data: { approvals }, mediaType: 'application/json' };
}

function consentCoverToWire(covers: ConsentCover | undefined): JsonValue | undefined {
  return typeof covers === 'object' ? { rule: covers.rule } : covers;
}

export function parseApprovalRequests(data: JsonValue): ToolCall[] | undefined {
  return parseToolCalls(data, 'approval_requests')?.filter(({ id }) => id !== '');
}

/** Parses approval decisions from a data part. Undefined if there are none. Throws if a decision is invalid. */
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
  return omitUndefined({
    callId,
    approved,
    reason: typeof reason === 'string' ? reason : undefined,
    arguments: changed && JSON.stringify(changed.object),
    ...readConsent(entry),
  });
}
