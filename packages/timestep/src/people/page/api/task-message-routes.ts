import {
  listCallsAwaitingApproval,
  omitUndefined,
  parseArguments,
  readObjects,
  readText,
  readConsent,
  reportFieldType,
  reportMissing,
  requireFlag,
  requireId,
  requireText,
  type ApprovalDecision,
  type Fields,
  type NumberedEvent,
  type Submission,
  type Task,
} from '#core';
import { RunnerError } from '#engine/port';
import type { TaskDetails, TaskFork, TaskMessage } from '#people/view';
import { describeLastDecision } from '../describe-decision.ts';
import { createForkSubmission } from '../fork-submission.ts';
import { toTaskDetails } from '../task-summary.ts';
import {
  ApiError,
  refuseOnError,
  type ApiCall,
  type ApiContext,
  type ApiRoutes,
} from './api-route.ts';
import { requireTask } from './task-routes.ts';

/** Messages of users to tasks, and new tasks from the first or a later message of an ended one. */
export const MESSAGE_ROUTES: ApiRoutes = {
  'POST /tasks/:id/messages': sendTaskMessage,
  'POST /tasks/:id/fork': forkTask,
};

const MESSAGE_FORM =
  '{"messageId","text"} or {"messageId","approvals":[{"callId","approved"}]}; changed arguments must be the JSON text of an object';

async function sendTaskMessage(call: ApiCall): Promise<TaskDetails> {
  const { context, readFields } = call;
  const said = readTaskMessage(await readFields(MESSAGE_FORM));
  const task = await requireTask(call);
  try {
    return toTaskDetails(await context.site.runner.submit(messageToSubmission(task, said)));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    const calls = said.approvals?.map(({ callId }) => callId) ?? [];
    const decided = await describeDecisionMadeElsewhere(context, task.id, calls);
    if (decided === undefined) throw new ApiError(409, thrown.code, thrown.message);
    throw new ApiError(409, 'decided-already', `already decided in another window: ${decided}`);
  }
}

async function forkTask(call: ApiCall): Promise<TaskDetails> {
  const { context, readFields } = call;
  const wanted = readTaskFork(await readFields('{"messageId","from"?,"text"?}'));
  const again = createForkSubmission(await requireTask(call), wanted);
  if (again.kind === 'refused') throw new ApiError(409, 'cannot-begin-again', again.message);
  const isRefusal = (thrown: unknown): boolean => thrown instanceof RunnerError;
  return refuseOnError(
    async () => toTaskDetails(await context.site.runner.submit(again.submission)),
    { isRefusal },
  );
}

function readTaskFork(body: Fields): TaskFork {
  const text = readText(body, 'text');
  if (text?.trim() === '') reportMissing(body, 'text');
  const from = readText(body, 'from');
  return omitUndefined({ messageId: requireId(body, 'messageId'), from, text });
}

/**
 * Reads a message with a text or with approval decisions. An invalid decision is never interpreted.
 */
function readTaskMessage(body: Fields): TaskMessage {
  const [text, approvals] = [readText(body, 'text'), readObjects(body, 'approvals')];
  const isText = approvals === undefined && text !== undefined && text.trim() !== '';
  const isDecision = text === undefined && approvals !== undefined && approvals.length > 0;
  if (!isText && !isDecision) reportMissing(body, 'text');
  return omitUndefined({
    messageId: requireId(body, 'messageId'),
    text,
    approvals: approvals?.map(readApprovalDecision),
  });
}

function readApprovalDecision(entry: Fields): ApprovalDecision {
  const changed = readText(entry, 'arguments');
  if (changed !== undefined && !parseArguments(changed))
    reportFieldType(entry, 'arguments', 'JSON');
  return omitUndefined({
    callId: requireText(entry, 'callId'),
    approved: requireFlag(entry, 'approved'),
    reason: readText(entry, 'reason'),
    arguments: changed,
    ...readConsent(entry),
  });
}

/** Maximum number of newest events to search for a decision that was made on another page. */
const MAX_SEARCHED_EVENTS = 200;

/**
 * Describes a decision made on another page. Waits, because the runner may refuse before the event
 * is stored.
 */
async function describeDecisionMadeElsewhere(
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

function messageToSubmission(
  { id, origin: { agent, principal } }: Task,
  { messageId, text, approvals }: TaskMessage,
): Submission {
  const message = text === undefined ? undefined : ({ role: 'user', content: text } as const);
  return omitUndefined({ agent, principal, taskId: id, messageId, message, approvals });
}
