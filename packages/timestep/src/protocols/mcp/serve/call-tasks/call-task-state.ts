import {
  listMessages,
  listCallAnswers,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  isInputRequired,
  getText,
  type CallState,
  type JsonObject,
  type Parking,
  type Task,
} from '#core';
import type { CallTaskState } from './call-task.ts';
import {
  createApprovalRequest,
  createParkingRequest,
  getUnansweredRequests,
  collectResponses,
} from './call-responses.ts';
import { parseStoredOutcomeOrError } from './stored-outcome.ts';

const INTERNAL_ERROR = -32_603;

export function getCallTaskState(task: Task): CallTaskState {
  const { end } = task;
  if (end?.state === 'canceled') return { is: 'canceled' };
  const made = listMessages(task).find(({ role }) => role === 'tool');
  if (end && made) {
    const kept = parseStoredOutcomeOrError(getText(made));
    return 'error' in kept
      ? { is: 'failed', error: kept.error }
      : { is: 'told', value: kept.result, round: '' };
  }
  if (end) {
    const message = end.error?.message ?? 'the call was not made';
    return { is: 'failed', error: { code: INTERNAL_ERROR, message } };
  }
  if (!isInputRequired(task)) return { is: 'working' };
  const { parked } = task;
  if (parked) {
    return {
      is: 'asks',
      requests: { [getParkingKey(parked)]: createParkingRequest(parked.question) },
    };
  }
  return { is: 'asks', requests: listRequestsToClient(task) };
}

export function getParkingKey({ at }: Parking): string {
  return `parked.${at}`;
}

export function getApprovalKey({ call }: Pick<CallState, 'call'>): string {
  return `approval.${call.id}`;
}

/** Returns whether a running task has received responses to other requests only, and will repeat these requests. */
export function willRepeatRequests(task: Task, keys: readonly string[]): boolean {
  if (task.end || isInputRequired(task)) return false;
  return task.calls.some((call) => {
    const { open } = collectResponses(listCallAnswers(call));
    return open !== undefined && keys.some((key) => key in getUnansweredRequests(open));
  });
}

function listRequestsToClient(task: Task): Readonly<Record<string, JsonObject>> {
  const approvals = listCallsAwaitingApproval(task).map((call) => {
    const { name, arguments: args } = getEffectiveCall(call).function;
    return [getApprovalKey(call), createApprovalRequest(name, args)] as const;
  });
  const questions = listCallsAwaitingAnswer(task).map(({ question }) =>
    question ? getUnansweredRequests(question) : {},
  );
  return Object.assign(Object.fromEntries(approvals), ...questions) as Record<string, JsonObject>;
}
