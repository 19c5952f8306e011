import {
  listCallsAwaitingApproval,
  type NumberedEvent,
  type Submission,
  type Task,
} from '../../../core/index.ts';
import { RunnerError } from '../../../engine/port/index.ts';
import type { TaskMessage } from '../../view/index.ts';
import { describeLastDecision } from '../describe-decision.ts';
import { toTaskDetails } from '../task-summary.ts';
import { parseTaskMessage } from './parse-task-message.ts';
import {
  createJsonResponse,
  createErrorResponse,
  type ApiCall,
  type ApiContext,
  type ApiRoute,
} from './api-route.ts';

/** Messages of users to tasks: answers, approval decisions, and text for a running task. */
export const MESSAGE_ROUTES: readonly ApiRoute[] = [
  { method: 'POST', path: '/tasks/:id/messages', handle: handleSendTaskMessage },
];

async function handleSendTaskMessage({ request, context, param }: ApiCall): Promise<Response> {
  const { runner, readJson } = context.site;
  const body = await readJson(request);
  if (!body.ok) return createErrorResponse(body.status, 'refused', body.message);
  const said = parseTaskMessage(body.value);
  if (!said) {
    const message =
      'invalid request body: expected {"messageId","text"} or {"messageId","approvals":[{"callId","approved"}]}; changed arguments must be the JSON text of an object';
    return createErrorResponse(400, 'bad-request', message);
  }
  const task = await runner.get(param('id'));
  if (!task) {
    return createErrorResponse(404, 'task-not-found', 'task not found: it may have been erased');
  }
  try {
    return createJsonResponse(toTaskDetails(await runner.submit(messageToSubmission(task, said))));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    const calls = said.approvals?.map(({ callId }) => callId) ?? [];
    const decided = await describeOtherDecision(context, task.id, calls);
    return decided !== undefined
      ? createErrorResponse(409, 'decided-already', `already decided in another window: ${decided}`)
      : createErrorResponse(409, thrown.code, thrown.message);
  }
}

/** Newest events to search for a decision that another browser page has just made. */
const MAX_SEARCHED_EVENTS = 200;

/**
 * Describes the decision that another browser page made about the calls. Waits for it, because a
 * runner may refuse an answer before it has written the decision.
 */
async function describeOtherDecision(
  { site: { runner }, ending }: ApiContext,
  id: string,
  callIds: readonly string[],
): Promise<string | undefined> {
  const task = await runner.get(id);
  if (!task || callIds.length === 0) return undefined;
  const isOpen = listCallsAwaitingApproval(task).some((call) => callIds.includes(call.call.id));
  const events: NumberedEvent[] = [];
  for await (const update of runner.subscribe(
    id,
    Math.max(0, task.generation - MAX_SEARCHED_EVENTS),
    ending,
  )) {
    if (update.kind !== 'event') continue;
    events.push(update.event);
    const isLast = !isOpen || describeLastDecision(events, callIds) !== undefined;
    if (isLast && update.event.generation >= task.generation) break;
  }
  return describeLastDecision(events, callIds);
}

/** The operator answers on behalf of the task's principal. */
function messageToSubmission(
  { id, origin: { agent, principal } }: Task,
  { messageId, text, approvals }: TaskMessage,
): Submission {
  return {
    agent,
    principal,
    taskId: id,
    messageId,
    ...(text !== undefined && { message: { role: 'user', content: text } }),
    ...(approvals && { approvals }),
  };
}
