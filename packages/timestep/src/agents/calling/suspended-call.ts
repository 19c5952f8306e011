import {
  listCallsAwaitingApproval,
  HOPS_META,
  buildTaskOutcome,
  type DelegationBounds,
  type JsonObject,
  type JsonValue,
  type QuestionAnswer,
  type StartOptions,
  type Task,
  type TaskOutcome,
} from '#core';
import type { ToolFnContext } from '#engine/tools';
import { createOwnTasks, RunnerError, type Clock, type OwnTasks, type Runner } from '#engine/port';
import type { TaskActivity } from '#engine/runner';
import { createTraceparent } from '#protocols/trace';
import type { AgentCaller } from './agent-tools.ts';
import { buildQuestion, sendAnswer, replyToTaskAnswer } from './answering.ts';
import type { CallableAgents } from './callable-agents.ts';
import { AgentCallError } from './agent-call-error.ts';
import { startAnswerDelivery } from './delivery/delivery-order.ts';
import { createUnknownTaskError, requireTask, waitUntilSettledFor } from './request-call.ts';
import { requireAllowedDelegation } from './check-delegation.ts';
import { deriveMessageId } from './stable-id.ts';
import { withFollower } from './task-progress.ts';
import {
  addArtifactsToResult,
  taskToCalledTask,
  outcomeToReport,
  taskToReport,
  type CalledTask,
} from './task-report.ts';

/** Seconds that a call on the runner waits: longer than over MCP, as no client can time out. */
export const SUSPENDED_WAIT_S = 300;

/** Dependencies of an agent that calls other agents on the runner of its own task. */
export interface CallingDeps {
  readonly agents: CallableAgents;
  /** Resolves to the runner; rejects if the program has set no runner. */
  readonly runner: () => Promise<Runner>;
  readonly clock: Clock;
  readonly bounds: DelegationBounds;
  /** Whether the calling agent has a user who can be asked. */
  readonly asks: boolean;
  /** Name under which the model sees the tool `call_agent`. */
  readonly callName: string;
}

/**
 * A call to another agent, for whose task the caller's tool call waits. The wait is an event in the log of
 * the caller's task.
 */
export interface SuspendedCall {
  readonly deps: CallingDeps;
  readonly runner: Runner;
  readonly tasks: OwnTasks;
  readonly context: ToolFnContext;
  /** Task of the calling agent. Undefined if another runner stores it. */
  readonly caller: Task | undefined;
  readonly waitMs: number;
}

export function createSuspendingCaller(deps: CallingDeps, context: ToolFnContext): AgentCaller {
  return {
    agents: deps.agents,
    async open(waitS = SUSPENDED_WAIT_S) {
      const runner = await deps.runner();
      const { id = '', principal = '' } = context.task ?? {};
      const tasks = createOwnTasks(runner, { principal });
      const caller = await runner.get(id);
      const call: SuspendedCall = {
        deps,
        runner,
        tasks,
        context,
        caller,
        waitMs: waitS * 1000,
      };
      return {
        tasks,
        entry: 'agent',
        messageId: () => deriveMessageId(context.key),
        start: (callee) => buildStartOptions(call, callee),
        async find(taskId) {
          const own = await tasks.find(taskId);
          if (own && deps.agents.find(own.task.origin.agent)) return own;
          throw createUnknownTaskError(taskId);
        },
        refuseAnswer: (task) => throwIfAwaitingApproval(task, deps),
        follow: (begin) =>
          resumeCallFromLog(call, async () => taskToCalledTask((await begin()).task)),
        report: (task) => taskToReport(task, false),
      };
    },
  };
}

async function buildStartOptions(call: SuspendedCall, callee: string): Promise<StartOptions> {
  const { key, attempt, task } = call.context;
  if (!task)
    throw new AgentCallError(
      'refused',
      'an agent can be called only by a tool that runs in a task of an agent',
    );
  const delegation = await requireAllowedDelegation(call, task, callee);
  const traceparent = createTraceparent({ key, attempt, task });
  const metadata = { [HOPS_META]: delegation.path.length, traceparent };
  return { toolSite: 'server', delegation, metadata };
}

/** Throws if a person must decide about a call, because a model may not decide in their place. */
function throwIfAwaitingApproval(task: Task, { asks }: CallingDeps): void {
  if (listCallsAwaitingApproval(task).length === 0) return;
  const advice = asks ? 'get_task asks your user' : 'cancel the task, or leave it';
  const why = `${task.origin.agent} waits for a person to decide about its calls`;
  throw new AgentCallError('refused', `${why}: ${advice}`);
}

/**
 * Continues a call from the stored log of the caller's task only, so that a repeated attempt
 * decides equally.
 */
async function resumeCallFromLog(
  call: SuspendedCall,
  begin: () => Promise<CalledTask>,
): Promise<unknown> {
  const { answers, awaited } = call.context;
  const outcome = awaited.at(-1);
  const answer = answers.at(-1);
  const { rounds, ...asked } = answer?.question.state ?? {};
  if (answer && rounds === awaited.length) {
    const called = parseCalledTaskOrEmpty(asked);
    await answerTaskOnce(call, called, answer, outcome);
    return waitForTask(call, called);
  }
  if (outcome)
    return reportOrAsk(call, parseCalledTaskOrEmpty(outcome.awaits.state ?? {}), outcome);
  return waitForTask(call, await begin());
}

function parseCalledTaskOrEmpty({ task, context, agent }: JsonObject): CalledTask {
  return {
    task: getTextOrEmpty(task),
    context: getTextOrEmpty(context),
    agent: getTextOrEmpty(agent),
  };
}

function getTextOrEmpty(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

async function waitForTask(call: SuspendedCall, called: CalledTask): Promise<unknown> {
  const { context, caller, deps, tasks, waitMs } = call;
  const until = deps.clock.now() + waitMs;
  if (caller) return context.waitFor(called.task, { until, state: { ...called } });
  const own = await requireTask(tasks, called.task);
  const { signal, emit } = context;
  const { clock } = deps;
  const wait = () => waitUntilSettledFor(own, { clock, waitMs, signal });
  const show = (activity: TaskActivity | undefined): void => {
    if (activity) emit?.({ type: 'progress', text: activity.text });
  };
  const task = await (emit ? withFollower(clock, own, show, wait) : wait());
  if (signal.aborted) await own.cancel();
  signal.throwIfAborted();
  return reportOrAsk(call, called, buildTaskOutcome(task));
}

/** Returns the report for the calling model, or the question for the user of the calling agent. */
async function reportOrAsk(
  call: SuspendedCall,
  called: CalledTask,
  outcome: TaskOutcome,
): Promise<unknown> {
  const { deps, context, caller } = call;
  const { agent } = called;
  const report = outcomeToReport(called, outcome, await isWaitingForSignIn(call, called, outcome));
  const { state, error } = report;
  if (state === 'failed' || state === 'canceled' || state === 'rejected') {
    const why = error === undefined ? '' : `: ${error}`;
    throw new AgentCallError(
      'agent-failed',
      `the task of agent ${agent} has ended as ${state}${why}`,
    );
  }
  if (state === 'working' && caller) await startAnswerDelivery(call, { task: called.task, agent });
  const question = deps.asks ? buildQuestion(report) : undefined;
  if (question) {
    const isWords = report.approvals === undefined;
    return context.ask({
      ...question,
      ...(isWords && { text: `${agent} asks: ${question.text}` }),
      state: { ...called, rounds: context.awaited.length },
    });
  }
  addArtifactsToResult(context.give, called.task, outcome.artifacts ?? []);
  return report;
}

/**
 * Returns whether a called task waits until a person signs in at its remote agent. An answer sent from here
 * cannot do that.
 */
async function isWaitingForSignIn(
  { deps, tasks }: SuspendedCall,
  { task: id, agent }: CalledTask,
  { state }: TaskOutcome,
): Promise<boolean> {
  const callee = state === 'input-required' ? deps.agents.find(agent) : undefined;
  if (!callee?.isLocked) return false;
  const own = await tasks.find(id);
  return own !== undefined && callee.isLocked(own.task);
}

/** Sends an answer to a task once. Ignores a task that was answered or has ended meanwhile. */
async function answerTaskOnce(
  { tasks, context }: SuspendedCall,
  { task: taskId }: CalledTask,
  answer: QuestionAnswer,
  outcome: TaskOutcome | undefined,
): Promise<void> {
  const own = await requireTask(tasks, taskId);
  const { approvals = [] } = outcome ?? buildTaskOutcome(own.task);
  const waiting = approvals.map(({ call_id: id }) => id);
  try {
    const reply = replyToTaskAnswer(answer, waiting);
    const messageId = deriveMessageId(context.key);
    await sendAnswer(tasks, own.task, messageId, { ...reply, entry: 'agent' });
  } catch (thrown) {
    if (!(thrown instanceof RunnerError) || !ALREADY_ANSWERED_CODES.includes(thrown.code))
      throw thrown;
  }
}

const ALREADY_ANSWERED_CODES: readonly string[] = [
  'task-finished',
  'approval-without-request',
  'unknown-call',
];

/** Lists the called tasks whose questions were passed on to the user and are not yet answered. */
export function listAskingTaskIds({ calls }: Pick<Task, 'calls'>): readonly string[] {
  return calls.flatMap(({ status, question, awaited = [] }) => {
    const last = awaited.at(-1);
    const isAsking = status === 'planned' && question !== undefined;
    return isAsking && last?.state === 'input-required' ? [last.task_id] : [];
  });
}
