import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import type { ApprovalDecision, CallState, Task } from '../core/index.ts';
import { callToPermit } from './tool-call.ts';

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'allow_once', name: 'Allow', kind: 'allow_once' },
  { optionId: 'allow_always', name: 'Always allow in this session', kind: 'allow_always' },
  { optionId: 'reject_once', name: 'Reject', kind: 'reject_once' },
];

/** Asks whether a call may be made (ACP v1, Requesting Permission). */
export function permissionRequest(
  sessionId: string,
  task: Task,
  state: CallState,
): RequestPermissionRequest {
  return { sessionId, toolCall: callToPermit(task, state), options: [...OPTIONS] };
}

/**
 * What the person decided; `undefined` where the request was cancelled, so that the call still waits. An
 * option that was not offered allows nothing.
 */
export function decisionFrom(
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
