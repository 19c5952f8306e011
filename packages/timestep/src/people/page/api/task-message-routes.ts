import {
  apply,
  createSender,
  listCallsAwaitingApproval,
  omitUndefined,
  parseArguments,
  readObjects,
  readText,
  readConsent,
  reportField,
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
import { createEventLoopBreaks, RunnerError } from '#engine/port';
import { beginStepLog, type TaskDetails, type TaskFork, type TaskMessage } from '#people/view';
import { describeLastDecision } from '../describe-decision.ts';
import {
  createForkSubmission,
  createRepeatSubmission,
  createModelRetrySubmission,
  type ForkResult,
} from '../fork-submission.ts';
import { toTaskDetails } from '../task-summary.ts';
import {
  ApiError,
  refuseOnError,
  type ApiCall,
  type ApiContext,
  type ApiRoutes,
} from './api-route.ts';
import { loadPart } from './agent-routes.ts';
import { checkChosenModel } from './chat-model-routes.ts';
import { requireTask } from './task-routes.ts';
import { createUnknownRowError } from './task-tree-routes.ts';

/**
 * Routes by which users send messages to tasks, and start new tasks (forks) from a message of an ended task.
 */
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
    return toTaskDetails(
      await context.site.runner.submit(messageToSubmission(task, said, context.caller)),
    );
  } catch (thrown) {
    if (!(thrown instanceof RunnerError)) throw thrown;
    const calls = said.approvals?.map(({ callId }) => callId) ?? [];
    const decided = await describeDecisionMadeElsewhere(context, task.id, calls);
    if (decided === undefined) throw new ApiError(409, thrown.code, thrown.message);
    throw new ApiError(409, 'decided-already', `already decided in another window: ${decided}`);
  }
}

const FORK_FORM =
  '{"messageId"} with {"from"?,"text"?} or {"row","text"?,"model"?,"result"?}, where a result needs the row of a tool call';

async function forkTask(call: ApiCall): Promise<TaskDetails> {
  const { context, readFields } = call;
  const wanted = readTaskFork(await readFields(FORK_FORM));
  const task = await requireTask(call);
  if (wanted.model !== undefined) await requireChoosableModel(call, task, wanted.model);
  const again =
    wanted.row === undefined
      ? createForkSubmission(task, wanted)
      : await forkTaskFromRow(call, task, { ...wanted, row: wanted.row });
  if (again.kind === 'refused') throw new ApiError(409, 'cannot-begin-again', again.message);
  const isRefusal = (thrown: unknown): boolean => thrown instanceof RunnerError;
  return refuseOnError(
    async () => toTaskDetails(await context.site.runner.submit(again.submission)),
    { isRefusal },
  );
}

async function requireChoosableModel(
  { context }: ApiCall,
  { origin }: Task,
  model: string,
): Promise<void> {
  const choices = await loadPart(context.site.agents.get(origin.agent)?.choices);
  checkChosenModel(choices?.models, model);
}

async function forkTaskFromRow(
  { context }: ApiCall,
  task: Task,
  { messageId, row, text, model, result }: TaskFork & { readonly row: string },
): Promise<ForkResult> {
  const { kind, generation, callId = '' } = beginStepLog(row)?.row ?? {};
  if (generation === undefined || generation > task.generation) throw createUnknownRowError(row);
  const edits = omitUndefined({ text, model });
  if (result !== undefined && callId === '') throw createUnknownRowError(row);
  if (kind === 'turn') return createRepeatSubmission(task, messageId, edits);
  const events = context.site.tasks.events(task.id);
  if (result === undefined) {
    const called = await findTaskAtModelCall(events, generation);
    return createModelRetrySubmission(task, messageId, called, edits);
  }
  const reader = await readNextModelCall(events, generation);
  const changed = { ...edits, result: { callId, content: result } };
  return createModelRetrySubmission(task, messageId, reader, changed);
}

/** Returns the state of a task at its first model call after an event, which reads the results of all calls. */
async function readNextModelCall(
  events: AsyncIterable<NumberedEvent>,
  after: number,
): Promise<Task | undefined> {
  let task: Task | undefined;
  const takeBreak = createEventLoopBreaks();
  for await (const event of events) {
    task = apply(task, event);
    if (event.generation > after && event.type === 'model.started') return task;
    await takeBreak();
  }
  return undefined;
}

/** Returns the state of a task at its newest model call up to an event. */
async function findTaskAtModelCall(
  events: AsyncIterable<NumberedEvent>,
  until: number,
): Promise<Task | undefined> {
  let [task, called]: readonly (Task | undefined)[] = [];
  const takeBreak = createEventLoopBreaks();
  for await (const event of events) {
    if (event.generation > until) break;
    task = apply(task, event);
    if (event.type === 'model.started') called = task;
    await takeBreak();
  }
  return called;
}

function readTaskFork(body: Fields): TaskFork {
  const text = readText(body, 'text');
  if (text?.trim() === '') reportMissing(body, 'text');
  const [from, row] = [readText(body, 'from'), readText(body, 'row')];
  const [model, result] = [readText(body, 'model'), readText(body, 'result')];
  if (row !== undefined && from !== undefined) {
    reportField(body, 'row', 'cannot be combined with "from"');
  }
  if (row === undefined && (model !== undefined || result !== undefined))
    reportMissing(body, 'row');
  return omitUndefined({ messageId: requireId(body, 'messageId'), row, from, text, model, result });
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

/**
 * Maximum number of newest events that are searched for a decision made in another browser window or by
 * another operator.
 */
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
  operator: string,
): Submission {
  const message = text === undefined ? undefined : ({ role: 'user', content: text } as const);
  const by = createSender(operator, 'page');
  return omitUndefined({ agent, principal, taskId: id, messageId, message, approvals, by });
}
