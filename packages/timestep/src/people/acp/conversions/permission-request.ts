import type {
  PermissionOption,
  RequestPermissionOutcome,
  RequestPermissionRequest,
} from '@agentclientprotocol/sdk';
import {
  choiceToDecision,
  DENIAL_TEXT,
  getEffectiveCall,
  listConsentChoices,
  type ApprovalDecision,
  type CallState,
  type ConsentChoice,
  type Task,
} from '#core';
import { createToolCallForPermission } from './tool-call.ts';

const REJECT: PermissionOption = {
  optionId: 'reject_once',
  name: DENIAL_TEXT,
  kind: 'reject_once',
};

/** Creates a permission request for a tool call (ACP v1, Requesting Permission). */
export function createPermissionRequest(
  sessionId: string,
  task: Task,
  state: CallState,
): RequestPermissionRequest {
  const options = listChoices(state).map(({ id, scope, text: name }): PermissionOption => ({
    optionId: OPTION_IDS[id],
    name,
    kind: scope === 'once' ? 'allow_once' : 'allow_always',
  }));
  const toolCall = createToolCallForPermission(task, state);
  return { sessionId, toolCall, options: [...options, REJECT] };
}

const OPTION_IDS: Readonly<Record<ConsentChoice['id'], string>> = {
  once: 'allow_once',
  arguments: 'allow_arguments',
  pattern: 'allow_pattern',
  session: 'allow_always',
  always: 'allow_until_revoked',
};

function listChoices(state: CallState): readonly ConsentChoice[] {
  const { name, arguments: text } = getEffectiveCall(state).function;
  return listConsentChoices({ name, arguments: text, tool: state.judged?.tool });
}

/** Returns the user's decision; undefined if the request was canceled: the call still waits. */
export function outcomeToDecision(
  outcome: RequestPermissionOutcome,
  state: CallState,
): ApprovalDecision | undefined {
  if (outcome.outcome === 'cancelled') return undefined;
  const { id: callId } = state.call;
  const choice = listChoices(state).find(({ id }) => OPTION_IDS[id] === outcome.optionId);
  if (!choice) return { callId, approved: false };
  return choiceToDecision(choice, callId, state.judged?.tool?.call);
}
