import {
  isJsonObject,
  listCallsAwaitingApproval,
  parseArguments,
  type ApprovalDecision,
  type JsonValue,
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
  requireValid,
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
  const { context, readBody } = call;
  const said = requireValid(parseTaskMessage(await readBody()), MESSAGE_FORM);
  const task = await requireTask(call);
  try {
    return toTaskDetails(await context.site.runner.submit(messageToSubmission(task, said)));
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    const calls = said.approvals?.map(({ callId }) => callId) ?? [];
    const decided = await describeOtherDecision(context, task.id, calls);
    if (decided === undefined) throw new ApiError(409, thrown.code, thrown.message);
    throw new ApiError(409, 'decided-already', `already decided in another window: ${decided}`);
  }
}

async function forkTask(call: ApiCall): Promise<TaskDetails> {
  const { context, readBody } = call;
  const wanted = requireValid(parseTaskFork(await readBody()), '{"messageId","from"?,"text"?}');
  const again = createForkSubmission(await requireTask(call), wanted);
  if (again.kind === 'refused') throw new ApiError(409, 'cannot-begin-again', again.message);
  const isRefusal = (thrown: unknown): boolean => thrown instanceof RunnerError;
  return refuseOnError(
    async () => toTaskDetails(await context.site.runner.submit(again.submission)),
    { isRefusal },
  );
}

function parseTaskFork(body: JsonValue): TaskFork | undefined {
  if (!isJsonObject(body)) return undefined;
  const { messageId, from, text } = body;
  if (typeof messageId !== 'string' || messageId === '') return undefined;
  if (from !== undefined && typeof from !== 'string') return undefined;
  if (text !== undefined && (typeof text !== 'string' || text.trim() === '')) return undefined;
  return { messageId, ...(from !== undefined && { from }), ...(text !== undefined && { text }) };
}

/** Returns undefined for an invalid body, because an approval decision must not be guessed. */
function parseTaskMessage(body: JsonValue): TaskMessage | undefined {
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

/** Maximum number of newest events to search for a decision that another page has just made. */
const MAX_SEARCHED_EVENTS = 200;

/** Describes another page's decision. Waits for it, as a runner may refuse before writing it. */
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

/** Converts a message to a submission on behalf of the task's principal. */
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
