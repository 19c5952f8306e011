import {
  isJsonObject,
  parseArguments,
  parseJson,
  type ApprovalDecision,
  type CallResult,
  type JsonObject,
  type ToolCall,
} from '#core';

/** Prefix of the ids of approval calls: tool calls that the remote agent itself makes once they are approved. */
const APPROVAL_ID_PREFIX = 'approval:';

export function addApprovalPrefix({ id, ...call }: ToolCall): ToolCall {
  return { id: APPROVAL_ID_PREFIX + id, ...call };
}

/** Returns an approval call with the id that the remote agent uses. */
export function removeApprovalPrefix({ id, ...call }: ToolCall): ToolCall {
  return { id: id.slice(APPROVAL_ID_PREFIX.length), ...call };
}

/**
 * Returns whether a tool call of a reply only asks for approval, because the remote agent makes the
 * call itself.
 */
export function isApprovalCall(callId: string): boolean {
  return callId.startsWith(APPROVAL_ID_PREFIX);
}

/** Formats the result of an approval call that the user approved, with the approved arguments. */
export function formatApprovalAsJson(args: JsonObject): string {
  return JSON.stringify({ approved: true, arguments: args });
}

/**
 * Parses the decision from the result of an approval call. Results that `formatApprovalAsJson` did
 * not create are denials.
 */
export function parseDecision(
  { callId: id, output }: CallResult,
  call: ToolCall | undefined,
): ApprovalDecision {
  const callId = id.slice(APPROVAL_ID_PREFIX.length);
  const result = parseJson(output);
  const { approved, arguments: args, detail } = isJsonObject(result) ? result : {};
  if (approved !== true) {
    return { callId, approved: false, ...(typeof detail === 'string' && { reason: detail }) };
  }
  const before = JSON.stringify(call && parseArguments(call.function.arguments));
  const isChanged = isJsonObject(args) && JSON.stringify(args) !== before;
  return { callId, approved: true, ...(isChanged && { arguments: JSON.stringify(args) }) };
}
