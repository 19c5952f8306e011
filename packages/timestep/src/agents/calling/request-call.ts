import {
  listArtifacts,
  DEFAULT_MAX_HOPS,
  HOPS_META,
  isInputRequired,
  isSettled,
  omitUndefined,
  type StartOptions,
  type Task,
} from '#core';
import type { AskedQuestion } from '#engine/tools';
import { wrapCallTask, type CallTask, type ToolCallContext } from '#protocols/mcp';
import {
  describeTaskOmissions,
  describeTaskWait,
  type Clock,
  type OwnTask,
  type OwnTasks,
} from '#engine/port';
import type { AgentCaller } from './agent-tools.ts';
import {
  buildQuestion,
  listRequestedApprovals,
  sendAnswer,
  replyToTaskAnswer,
} from './answering.ts';
import { AgentCallError } from './agent-call-error.ts';
import type { McpCallingDeps } from './callable-agents.ts';
import { deriveMessageId } from './stable-id.ts';
import { withTaskProgress } from './task-progress.ts';
import { addArtifactsToResult, taskToReport, type TaskReport } from './task-report.ts';

/** Maximum seconds that a call over MCP waits, because most clients time out after 60 seconds. */
export const REQUEST_WAIT_S = 50;

/** Seconds before a caller that supports tasks receives a task instead of the answer. */
const DEFAULT_TASK_WAIT_S = 1;

/** An agent call whose request stays open while it waits, on behalf of one principal. */
export interface RequestCall {
  readonly deps: McpCallingDeps;
  readonly tasks: OwnTasks;
  readonly context: ToolCallContext;
  /** Whether the call only reads a task: it asks no questions, and its end cancels nothing. */
  readonly isLooking?: boolean;
}

export function createRequestCall(deps: McpCallingDeps, context: ToolCallContext): RequestCall {
  return { deps, tasks: deps.getTasks(getPrincipal(context)), context };
}

/** Returns the authenticated MCP client, or else the owner of the calling task. */
export function getPrincipal({ mcp, task }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? task?.principal ?? '';
}

export function createRequestCaller(deps: McpCallingDeps, context: ToolCallContext): AgentCaller {
  const call = createRequestCall(deps, context);
  const { tasks } = call;
  return {
    agents: deps.agents,
    open: async (waitS) => ({
      tasks,
      entry: 'mcp',
      messageId: () => (context.key === undefined ? deps.newId() : deriveMessageId(context.key)),
      start: async () => buildStartOptions(context),
      find: (taskId) => requireTask(tasks, taskId),
      refuseAnswer: () => undefined,
      async follow(begin, { isLooking = false } = {}) {
        const own = (await sendUserAnswer(call)) ?? (await begin());
        return waitForReport({ ...call, isLooking }, own, waitS);
      },
      report: (task) => buildTaskReport(call, task),
    }),
  };
}

function buildStartOptions({ hops: before, traceparent }: ToolCallContext): StartOptions {
  const hops = before + 1;
  if (hops > DEFAULT_MAX_HOPS) {
    const why = `this would be nested agent call ${hops}, and only ${DEFAULT_MAX_HOPS} are allowed`;
    throw new AgentCallError('too-many-hops', `${why}: answer yourself`);
  }
  // The called agent's own tools run on the server, because callers over MCP cannot run them.
  return { toolSite: 'server', metadata: omitUndefined({ [HOPS_META]: hops, traceparent }) };
}

export async function requireTask(tasks: OwnTasks, id: string): Promise<OwnTask> {
  const own = await tasks.find(id);
  if (own) return own;
  throw createUnknownTaskError(id);
}

export function createUnknownTaskError(id: string): AgentCallError {
  const message = `there is no task ${id}: use the id of one of your tasks`;
  return new AgentCallError('unknown-task', message);
}

/**
 * Sends the user's answer to the task, once per answer. Returns undefined if the user has not been
 * asked.
 */
async function sendUserAnswer({ tasks, context }: RequestCall): Promise<OwnTask | undefined> {
  const newest = context.answers.at(-1);
  const { task, generation } = newest?.question.state ?? {};
  if (!newest || typeof task !== 'string') return undefined;
  const own = await requireTask(tasks, task);
  // A repeated request finds a task that already has the answer.
  if (own.task.generation !== generation) return own;
  const waiting = listRequestedApprovals(own.task);
  const messageId = deriveMessageId(`${task}:${generation}`);
  const reply = replyToTaskAnswer(newest, waiting);
  return sendAnswer(tasks, own.task, messageId, { ...reply, entry: 'mcp' });
}

/**
 * Waits for a task. Returns a report, a question to the user, or the task if it outlives the call.
 */
async function waitForReport(call: RequestCall, own: OwnTask, waitS?: number): Promise<unknown> {
  const { deps, context, isLooking } = call;
  const { clock } = deps;
  const { signal } = context;
  const isTaken = context.outlives && !isLooking;
  const waitMs = (waitS ?? (isTaken ? DEFAULT_TASK_WAIT_S : REQUEST_WAIT_S)) * 1000;
  const task = await withTaskProgress(context, clock, own, () =>
    waitUntilSettledFor(own, { clock, waitMs, signal }),
  );
  if (signal.aborted) {
    if (!isLooking) await cancelAbandonedTaskUnlessRepeatable(own, context);
    throw signal.reason;
  }
  const report = buildTaskReport(call, task);
  const question = isLooking ? undefined : askQuestion(report, task, context);
  const goesOn = question !== undefined || report.state === 'working';
  if (isTaken && goesOn) return wrapCallTask(toCallTask(call, task));
  return question ?? reportToToolResult(report, task, context);
}

/**
 * Describes why a task waits for its model, or calls the model again after the provider refused a
 * request.
 */
function describeModelWaitOrOmissions(task: Task): string | undefined {
  return describeTaskWait(task) ?? (task.refusal && describeTaskOmissions(task));
}

/** Waits until the task settles, the time is over or the signal aborts. Returns the task. */
export async function waitUntilSettledFor(
  own: OwnTask,
  { clock, waitMs, signal }: { readonly clock: Clock; waitMs: number; signal: AbortSignal },
): Promise<Task> {
  if (isSettled(own.task)) return own.task;
  // `AbortSignal.any` is not used, because its listeners would stay in memory after the call.
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  const callOff = clock.schedule(waitMs, stop);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await own.waitUntilSettled(enough.signal);
  } finally {
    callOff();
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Cancels the task of an aborted call if the call has no idempotency key or, with `cancelOnRequest`, if its
 * caller canceled it.
 */
export async function cancelAbandonedTaskUnlessRepeatable(
  own: OwnTask,
  { key, signal: { reason } }: Pick<ToolCallContext, 'key' | 'signal'>,
  { cancelOnRequest = false }: { readonly cancelOnRequest?: boolean } = {},
): Promise<void> {
  const isCanceled = !(reason instanceof Error) || reason.name === 'AbortError';
  if (key === undefined || (cancelOnRequest && isCanceled)) await own.cancel();
}

function buildTaskReport({ deps }: Pick<RequestCall, 'deps'>, task: Task): TaskReport {
  const agent = isInputRequired(task) ? deps.agents.find(task.origin.agent) : undefined;
  return taskToReport(task, agent?.isLocked?.(task) ?? false);
}

function askQuestion(
  report: TaskReport,
  { id, generation }: Task,
  { ask, asks, mcp }: ToolCallContext,
): AskedQuestion | undefined {
  const canAsk = asks || mcp?.peer.capabilities?.elicitation !== undefined;
  const question = canAsk ? buildQuestion(report) : undefined;
  return question && ask({ ...question, state: { task: id, generation } });
}

/** Reports on a task whose question the user dismissed. Throws `AgentCallError` if it is unknown. */
export async function reportDismissedQuestion(
  deps: McpCallingDeps,
  question: { readonly state?: { readonly [name: string]: unknown } },
  context: ToolCallContext,
): Promise<object> {
  const call = createRequestCall(deps, context);
  const { task } = await requireTask(call.tasks, String(question.state?.['task']));
  return reportToToolResult(buildTaskReport(call, task), task, context);
}

function reportToToolResult(
  report: TaskReport,
  task: Task,
  { give }: Pick<ToolCallContext, 'give'>,
): object {
  addArtifactsToResult(give, task.id, listArtifacts(task));
  if (report.state !== 'failed' && report.state !== 'rejected') return report;
  return {
    content: [{ type: 'text', text: JSON.stringify(report) }],
    structuredContent: report,
    isError: true,
  };
}

/** The result of the MCP task is the result of the tool call that started it. */
export function toCallTask(call: RequestCall, task: Task): CallTask {
  const { id, createdAt, updatedAt } = task;
  return { id, createdAt, updatedAt, stand: toCallTaskState(call, task) };
}

function toCallTaskState(call: RequestCall, task: Task): CallTask['stand'] {
  const waits = describeModelWaitOrOmissions(task);
  if (!isSettled(task)) return { is: 'working', ...(waits !== undefined && { waits }) };
  const report = buildTaskReport(call, task);
  if (report.state === 'canceled') return { is: 'canceled' };
  const value =
    askQuestion(report, task, call.context) ?? reportToToolResult(report, task, call.context);
  return { is: 'told', value, round: getQuestionId(task) };
}

/** The number of events grows with each answer, so no two questions of a task share an id. */
export function getQuestionId({ generation }: Task): string {
  return `question-${generation}`;
}
