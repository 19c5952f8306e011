import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import type { ApprovalDecision, CallState, Task } from '#core';
import { createToolCallForPermission } from './tool-call.ts';

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow in this session', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];

/** Creates a permission request for a tool call (ACP v1, Requesting Permission). */
export function createPermissionRequest(
  sessionId: string,
  task: Task,
  state: CallState,
): RequestPermissionRequest {
  return { sessionId, toolCall: createToolCallForPermission(task, state), options: [...OPTIONS] };
}

/** Returns the user's decision; undefined if the request was canceled: the call still waits. */
export function outcomeToDecision(
  outcome: RequestPermissionOutcome,
  callId: string,
): ApprovalDecision | undefined {
  if (outcome.outcome === 'cancelled') return undefined;
  switch (outcome.optionId) {
    case 'allow_once':
      return { callId, approved: true };
    case 'allow_always':
      return { callId, approved: true, scope: 'session' };
    default:
      return { callId, approved: false };
  }
}
