import {
  listArtifacts,
  listCallsAwaitingApproval,
  DEFAULT_MAX_HOPS,
  HOPS_META,
  isFinal,
  isInputRequired,
  type StartOptions,
  type Task,
} from '../core/index.ts';
import type { AskedQuestion } from '../environment/index.ts';
import { callTask, type CallTask, type ToolCallContext } from '../mcp/index.ts';
import type { Clock, OwnTask, OwnTasks } from '../port/index.ts';
import type { AgentCaller } from './agent-tools.ts';
import { buildQuestion, sendAnswer, toTaskAnswer } from './answering.ts';
import { BridgeError } from './bridge-error.ts';
import type { Bridge } from './bridge.ts';
import { giveArtifacts } from './give-artifacts.ts';
import { withHeartbeat } from './heartbeat.ts';
import { stableId } from './stable-id.ts';
import { reportOfTask, type TaskReport } from './task-report.ts';

/** Below the 60 seconds after which most clients give a call up. */
export const HOLD_S = 50;

/** Seconds in which an answer comes as such to a caller that takes tasks. */
const SOON_S = 1;

/** A call that a program holds open while it waits, for one principal. */
export interface HeldCall {
  readonly bridge: Bridge;
  readonly tasks: OwnTasks;
  readonly context: ToolCallContext;
  /** Asks no person, and leaves the task running if the caller goes away. */
  readonly isLooking?: boolean;
}

export function heldCall(bridge: Bridge, context: ToolCallContext): HeldCall {
  return { bridge, tasks: bridge.tasksOf(principalOf(context)), context };
}

/** The principal of a call: over MCP the caller that the server found out, in the process the owner of the task. */
export function principalOf({ mcp, task }: ToolCallContext): string {
  return mcp?.request.http?.authInfo?.clientId ?? task?.principal ?? '';
}

/** The caller of a tool over MCP, whose calls stay open. */
export function heldCaller(bridge: Bridge, context: ToolCallContext): AgentCaller {
  const held = heldCall(bridge, context);
  const { tasks } = held;
  return {
    agents: bridge.agents,
    open: async (waitS) => ({
      tasks,
      messageId: () => (context.key === undefined ? bridge.newId() : stableId(context.key)),
      start: async () => startAfter(context),
      find: (taskId) => taskOf(tasks, taskId),
      refuseAnswer: () => undefined,
      async follow(begin, { isLooking = false } = {}) {
        const own = (await answeredTask(held)) ?? (await begin());
        return holdUntilReport({ ...held, isLooking }, own, waitS);
      },
      report: (task) => reportIn(held, task),
    }),
  };
}

/** Throws `BridgeError` if too many calls in a row led to this one. */
function startAfter({ hops: before, traceparent }: ToolCallContext): StartOptions {
  const hops = before + 1;
  if (hops > DEFAULT_MAX_HOPS) {
    const why = `this would be call ${hops} in a row and only ${DEFAULT_MAX_HOPS} are allowed`;
    throw new BridgeError('too-many-hops', `${why}: answer yourself`);
  }
  // Callers over a bridge cannot make calls of the agent's own tools.
  const metadata = { [HOPS_META]: hops, ...(traceparent !== undefined && { traceparent }) };
  return { toolSite: 'server', metadata };
}

/** Throws `BridgeError` for a task that is not there, or not this caller's. */
async function taskOf(tasks: OwnTasks, id: string): Promise<OwnTask> {
  const own = await tasks.find(id);
  if (own) return own;
  throw unknownTask(id);
}

export function unknownTask(id: string): BridgeError {
  return new BridgeError('unknown-task', `there is no task ${id}: give the handle of one of yours`);
}

/**
 * The task to which a person's answer of this call went, which is sent once in all rounds; `undefined` if the
 * call has asked nothing yet.
 */
async function answeredTask({ tasks, context }: HeldCall): Promise<OwnTask | undefined> {
  const newest = context.answers.at(-1);
  const { task, generation } = newest?.question.state ?? {};
  if (!newest || typeof task !== 'string') return undefined;
  const own = await taskOf(tasks, task);
  // A round that is made again finds a task that has gone on.
  if (own.task.generation !== generation) return own;
  const waiting = listCallsAwaitingApproval(own.task).map((one) => one.call.id);
  const messageId = stableId(`${task}:${generation}`);
  return sendAnswer(tasks, own.task, messageId, toTaskAnswer(newest, waiting));
}

/**
 * Waits for a task, with signs of life, and reports on it: a person is asked what it waits for if the caller
 * can ask one. A caller with MCP's tasks extension takes the task itself if that goes on.
 */
async function holdUntilReport(call: HeldCall, own: OwnTask, waitS?: number): Promise<unknown> {
  const { bridge, context, isLooking } = call;
  const { clock, heartbeatMs: everyMs } = bridge;
  const { signal } = context;
  const isTaken = context.outlives && !isLooking;
  const waitMs = (waitS ?? (isTaken ? SOON_S : HOLD_S)) * 1000;
  const message = `${own.task.origin.agent} is working`;
  const task = await withHeartbeat(context, { clock, everyMs, message }, () =>
    settledWithin(own, { clock, waitMs, signal }),
  );
  if (signal.aborted) {
    if (!isLooking) await cancelForNobody(own, context);
    throw signal.reason;
  }
  const report = reportIn(call, task);
  const question = isLooking ? undefined : questionIn(report, task, context);
  const goesOn = question !== undefined || report.state === 'working';
  if (isTaken && goesOn) return callTask(callTaskOf(call, task));
  return question ?? resultOf(report, task, context);
}

/** The task once it has ended or waits, or its present state when the time is over or the signal aborts. */
export async function settledWithin(
  own: OwnTask,
  { clock, waitMs, signal }: { readonly clock: Clock; waitMs: number; signal: AbortSignal },
): Promise<Task> {
  if (isFinal(own.task) || isInputRequired(own.task)) return own.task;
  // Joined by hand, because AbortSignal.any makes garbage that outlives the call.
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
 * Ends the task of a caller that has gone away, unless a key lets the caller make the call again. With
 * `heedsCancel` the task also ends if the caller has said that it wants no answer; a lost connection says
 * nothing.
 */
export async function cancelForNobody(
  own: OwnTask,
  { key, signal: { reason } }: Pick<ToolCallContext, 'key' | 'signal'>,
  { heedsCancel = false }: { readonly heedsCancel?: boolean } = {},
): Promise<void> {
  const isCanceled = !(reason instanceof Error) || reason.name === 'AbortError';
  if (key === undefined || (heedsCancel && isCanceled)) await own.cancel();
}

function reportIn({ bridge }: Pick<HeldCall, 'bridge'>, task: Task): TaskReport {
  const agent = isInputRequired(task) ? bridge.agents.find(task.origin.agent) : undefined;
  return reportOfTask(task, agent?.isLocked?.(task) ?? false);
}

function questionIn(
  report: TaskReport,
  { id, generation }: Task,
  { ask, asks, mcp }: ToolCallContext,
): AskedQuestion | undefined {
  const canAsk = asks || mcp?.peer.capabilities?.elicitation !== undefined;
  const question = canAsk ? buildQuestion(report) : undefined;
  return question && ask({ ...question, state: { task: id, generation } });
}

/** The report of a task whose question the person has left. Throws `BridgeError`. */
export async function reportUnanswered(
  bridge: Bridge,
  question: { readonly state?: { readonly [name: string]: unknown } },
  context: ToolCallContext,
): Promise<object> {
  const call = heldCall(bridge, context);
  const { task } = await taskOf(call.tasks, String(question.state?.['task']));
  return resultOf(reportIn(call, task), task, context);
}

/** The report as text and as data, with what the agent gave as blocks. */
function resultOf(report: TaskReport, task: Task, { give }: Pick<ToolCallContext, 'give'>): object {
  giveArtifacts(give, task.id, listArtifacts(task));
  if (report.state !== 'failed' && report.state !== 'rejected') return report;
  return {
    content: [{ type: 'text', text: JSON.stringify(report) }],
    structuredContent: report,
    isError: true,
  };
}

/** A task as this call sees it; its result is that of the tool which began it. */
export function callTaskOf(call: HeldCall, task: Task): CallTask {
  const { id, createdAt, updatedAt } = task;
  return { id, createdAt, updatedAt, stand: standOf(call, task) };
}

function standOf(call: HeldCall, task: Task): CallTask['stand'] {
  if (!isFinal(task) && !isInputRequired(task)) return { is: 'working' };
  const report = reportIn(call, task);
  if (report.state === 'canceled') return { is: 'canceled' };
  const value = questionIn(report, task, call.context) ?? resultOf(report, task, call.context);
  return { is: 'told', value, round: roundOf(task) };
}

/** A task goes on with each answer, so that no other question of it has the same generation. */
export function roundOf({ generation }: Task): string {
  return `question-${generation}`;
}
