import {
  isJsonObject,
  parseArguments,
  type ApprovalDecision,
  type CallResult,
  type JsonObject,
  type JsonValue,
  type ToolCall,
} from '../../core/index.ts';

/** What the id of a call begins with that the peer makes itself, once it is approved. */
const PREFIX = 'approval:';

/** A call of a peer that waits for a decision, as a call of the reply. */
export function approvalCall({ id, ...call }: ToolCall): ToolCall {
  return { id: PREFIX + id, ...call };
}

/** Such a call as the peer names it. */
export function callOfPeer({ id, ...call }: ToolCall): ToolCall {
  return { id: id.slice(PREFIX.length), ...call };
}

/** Whether a call of a reply only asks for a decision: the peer makes it. */
export function isApprovalCall(callId: string): boolean {
  return callId.startsWith(PREFIX);
}

/** The result of such a call once a person has approved it, with the arguments it is approved with. */
export function approvalOf(args: JsonObject): string {
  return JSON.stringify({ approved: true, arguments: args });
}

/**
 * The decision that the result of a call holds; whatever `approvalOf` has not made is a no. It holds
 * arguments where they are not those of the call.
 */
export function decisionIn(
  { callId: id, output }: CallResult,
  asked: ToolCall | undefined,
): ApprovalDecision {
  const callId = id.slice(PREFIX.length);
  const result = read(output);
  const { approved, arguments: args, detail } = isJsonObject(result) ? result : {};
  if (approved !== true) {
    return { callId, approved: false, ...(typeof detail === 'string' && { reason: detail }) };
  }
  const before = JSON.stringify(asked && parseArguments(asked.function.arguments));
  const isChanged = isJsonObject(args) && JSON.stringify(args) !== before;
  return { callId, approved: true, ...(isChanged && { arguments: JSON.stringify(args) }) };
}

function read(content: string): JsonValue {
  try {
    return JSON.parse(content) as JsonValue;
  } catch {
    return null;
  }
}
