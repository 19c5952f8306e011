import {
  isJsonObject,
  parseArguments,
  type ApprovalDecision,
  type JsonValue,
} from '../../../core/index.ts';
import type { TaskMessage } from '../../view/index.ts';

/** An approval decision in an invalid body must not be guessed. */
export function parseTaskMessage(body: JsonValue): TaskMessage | undefined {
  if (!isJsonObject(body)) return undefined;
  const { messageId, text, approvals } = body;
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  if (approvals === undefined) {
    return typeof text === 'string' && text.trim() !== '' ? { messageId, text } : undefined;
  }
  if (text !== undefined || !Array.isArray(approvals) || approvals.length === 0) return undefined;
  const decisions = approvals.map(parseApprovalDecision).filter((one) => one !== undefined);
  return decisions.length === approvals.length ? { messageId, approvals: decisions } : undefined;
}

function parseApprovalDecision(entry: JsonValue): ApprovalDecision | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { callId, approved, reason, arguments: changed, scope } = entry;
  if (typeof callId !== 'string' || typeof approved !== 'boolean') return undefined;
  if (reason !== undefined && typeof reason !== 'string') return undefined;
  if (scope !== undefined && scope !== 'once' && scope !== 'session') return undefined;
  if (changed !== undefined && (typeof changed !== 'string' || !parseArguments(changed)))
    return undefined;
  return {
    callId,
    approved,
    ...(reason !== undefined && { reason }),
    ...(changed !== undefined && { arguments: changed }),
    ...(scope !== undefined && { scope }),
  };
}
