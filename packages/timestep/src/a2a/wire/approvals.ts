import {
  callToMake,
  isJsonObject,
  readArguments,
  type ApprovalDecision,
  type CallState,
  type JsonValue,
  type ToolCall,
} from '../../core/index.ts';
import { invalidParams } from './a2a-error.ts';
import type { WirePart } from './wire.ts';

/**
 * Two more data parts of the tool calls extension. An agent asks for decisions with
 * `{approval_requests: [{call_id, name, arguments, reason?}]}` in a task that waits for input, together with
 * a question in words; its client answers with `{approvals: [{call_id, approved, reason?, arguments?,
 * scope?}]}`, or with a bare yes or no. `arguments` take the place of the model's, and `scope: "session"`
 * is a yes for later calls of the tool in the conversation as well.
 */
export function approvalRequestsPart(
  waiting: readonly Pick<CallState, 'call' | 'arguments' | 'judged'>[],
): WirePart {
  const approval_requests = waiting.map((state) => {
    const { id, function: called } = callToMake(state);
    const { name, arguments: text } = called;
    const reason = state.judged?.reason;
    return {
      call_id: id,
      name,
      arguments: readArguments(text) ?? text,
      ...(reason !== undefined && { reason }),
    };
  });
  return { data: { approval_requests }, mediaType: 'application/json' };
}

/** The request for approval in words, for people. */
export function approvalQuestion(calls: readonly ToolCall[]): string {
  const asked = calls.map(({ function: { name, arguments: text } }) => `${name}(${text})`);
  return `May I call ${asked.join(' and ')}? Answer yes or no.`;
}

export function approvalsPart(approvals: readonly ApprovalDecision[]): WirePart {
  const decisions = approvals.map(({ callId, approved, reason, arguments: text, scope }) => ({
    call_id: callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(text !== undefined && { arguments: readArguments(text) ?? text }),
    ...(scope !== undefined && { scope }),
  }));
  return { data: { approvals: decisions }, mediaType: 'application/json' };
}

/** The calls in a peer's data part that need decisions, or nothing when it holds none. */
export function approvalRequestsIn(data: JsonValue): ToolCall[] | undefined {
  if (!isJsonObject(data) || !Array.isArray(data['approval_requests'])) return undefined;
  return data['approval_requests'].flatMap((entry: JsonValue): ToolCall[] => {
    if (!isJsonObject(entry)) return [];
    const { call_id: id, name, arguments: given = {} } = entry;
    if (typeof id !== 'string' || typeof name !== 'string') return [];
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    return [{ id, type: 'function', function: { name, arguments: text } }];
  });
}

/**
 * The decisions in a data part of a client, or nothing when it holds none. Throws `A2AError` when
 * they cannot be used, because a decision must not be guessed.
 */
export function approvalsIn(data: JsonValue, path: string): ApprovalDecision[] | undefined {
  if (!isJsonObject(data) || !('approvals' in data)) return undefined;
  const given = data['approvals'];
  if (!Array.isArray(given) || given.length === 0) {
    throw invalidParams(`${path}.approvals`, 'must be an array of at least one decision');
  }
  return given.map((entry: JsonValue, index): ApprovalDecision => {
    const at = `${path}.approvals[${index}]`;
    if (!isJsonObject(entry)) throw invalidParams(at, 'must be an object');
    const { call_id: callId, approved, reason, arguments: changed, scope } = entry;
    if (typeof callId !== 'string') throw invalidParams(`${at}.call_id`, 'must name the call');
    if (typeof approved !== 'boolean')
      throw invalidParams(`${at}.approved`, 'must be true or false');
    if (changed !== undefined && !isJsonObject(changed))
      throw invalidParams(`${at}.arguments`, 'must be an object');
    if (scope !== undefined && scope !== 'once' && scope !== 'session')
      throw invalidParams(`${at}.scope`, 'must be once or session');
    return {
      callId,
      approved,
      ...(typeof reason === 'string' && { reason }),
      ...(changed && { arguments: JSON.stringify(changed) }),
      ...(scope && { scope }),
    };
  });
}
