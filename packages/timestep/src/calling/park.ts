import {
  outcomeOfTask,
  readArguments,
  type JsonObject,
  type JsonValue,
  type TaskOutcome,
} from '../core/index.ts';
import type { ToolFnContext } from '../environment/index.ts';
import { RunnerError, type OwnTask, type OwnTasks } from '../port/index.ts';
import { questionIn, saidBy } from './answering.ts';
import { BridgeError } from './bridge-error.ts';
import { giveArtifacts } from './give-artifacts.ts';
import { digestOf } from './bridge-call.ts';
import { ENDS_ELSEWHERE, type TaskReport } from './task-report.ts';
import type { CallingSite } from './calling-site.ts';
import { sendCourier } from './courier/send-courier.ts';

/** One call of a tool with which an agent calls others. */
export interface InsideCall {
  readonly site: CallingSite;
  readonly tasks: OwnTasks;
  readonly context: ToolFnContext;
  /** Whether the task of the caller is on the runner, so that it can wait without its process. */
  readonly isDurable: boolean;
  /** The generation of the caller's task, 0 where it is not on the runner. */
  readonly after: number;
  readonly waitMs: number;
}

/** The task that a call is about. */
interface Called {
  readonly task: string;
  readonly context: string;
  readonly agent: string;
}

/**
 * Goes on with a call: begins where nothing has happened yet, sends what the user has answered, or tells
 * what became of the task. It is the same in every attempt.
 */
export async function goOn(call: InsideCall, begin: () => Promise<OwnTask>): Promise<unknown> {
  const { answers, awaited } = call.context;
  const outcome = awaited.at(-1);
  const answer = answers.at(-1);
  const { rounds, ...asked } = answer?.question.state ?? {};
  if (answer && rounds === awaited.length) {
    const called = calledIn(asked);
    await answerTask(call, called, answer, outcome);
    return waitOn(call, called);
  }
  if (outcome) return told(call, calledIn(outcome.awaits.state ?? {}), outcome);
  const { id, contextId, origin } = (await begin()).task;
  return waitOn(call, { task: id, context: contextId, agent: origin.agent });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function calledIn({ task, context, agent }: JsonObject): Called {
  return { task: textOf(task), context: textOf(context), agent: textOf(agent) };
}

/** Lets the call leave the process, or holds it where the runner of the task cannot wait. */
async function waitOn(call: InsideCall, called: Called): Promise<unknown> {
  const { context, isDurable, site, tasks, waitMs } = call;
  const until = site.clock.now() + waitMs;
  if (isDurable) return context.waitFor(called.task, { until, state: { ...called } });
  const own = await tasks.find(called.task);
  if (!own) throw unknownTask(called.task);
  const enough = new AbortController();
  const callOff = site.clock.schedule(waitMs, () => enough.abort());
  try {
    const task = await own.settled(AbortSignal.any([enough.signal, context.signal]));
    if (context.signal.aborted) await own.cancel();
    context.signal.throwIfAborted();
    return await told(call, called, outcomeOfTask(task));
  } finally {
    callOff();
  }
}

/** What the model reads of a task, or what the user is asked for it. */
async function told(call: InsideCall, called: Called, outcome: TaskOutcome): Promise<unknown> {
  const { site, tasks, context, isDurable } = call;
  const { agent } = called;
  const { state, error } = outcome;
  if (state === 'failed' || state === 'canceled' || state === 'rejected') {
    const end = ENDS_ELSEWHERE[error?.code ?? ''] ?? state;
    const why = error ? `: ${error.message}` : '';
    throw new BridgeError('agent-failed', `the task of ${agent} has ended as ${end}${why}`);
  }
  const report = reportOfOutcome(called, outcome, await isLocked(site, tasks, called, outcome));
  const question = site.asks ? questionIn(report) : undefined;
  if (question) {
    const isWords = report.approvals === undefined;
    return context.ask({
      ...question,
      ...(isWords && { text: `${agent} asks: ${question.text}` }),
      state: { ...called, rounds: context.awaited.length },
    });
  }
  const isLate = report.state === 'working';
  if (isLate && isDurable) await sendCourier(call, { task: called.task, agent });
  giveArtifacts(context.give, called.task, outcome.artifacts ?? []);
  return report;
}

/** The report of a task by what was kept of it, which is the same when the call is made again. */
export function reportOfOutcome(
  called: Called,
  { state, text, question, approvals = [], artifacts = [], error }: TaskOutcome,
  isWaitingElsewhere: boolean,
): TaskReport {
  const waits = isWaitingElsewhere ? 'auth-required' : 'input-required';
  return {
    ...called,
    state: state === 'input-required' ? waits : state === 'submitted' ? 'working' : state,
    ...(text !== undefined && { answer: text }),
    ...(question && { question }),
    ...(approvals.length > 0 && {
      approvals: approvals.map(({ arguments: args, ...approval }) => ({
        ...approval,
        arguments: readArguments(args) ?? args,
      })),
    }),
    ...(artifacts.length > 0 && {
      artifacts: artifacts.map(({ artifact_id: id, name }) => ({ id, ...(name && { name }) })),
    }),
    ...(error && { error: error.message }),
  };
}

/** Whether a task waits for a person to sign in elsewhere, which no question of ours can do. */
async function isLocked(
  { agents }: CallingSite,
  tasks: OwnTasks,
  { task: id, agent }: Called,
  { state }: TaskOutcome,
): Promise<boolean> {
  const callee = state === 'input-required' ? agents.find(agent) : undefined;
  if (!callee?.isLocked) return false;
  const own = await tasks.find(id);
  return own !== undefined && callee.isLocked(own.task);
}

/** Sends what the user has answered, once; a task that has gone on meanwhile needs it no more. */
async function answerTask(
  { tasks, context }: InsideCall,
  { task: taskId, agent }: Called,
  answer: ToolFnContext['answers'][number],
  outcome: TaskOutcome | undefined,
): Promise<void> {
  const own = await tasks.find(taskId);
  if (!own) throw unknownTask(taskId);
  const waiting = outcome
    ? (outcome.approvals ?? []).map(({ call_id: id }) => id)
    : (outcomeOfTask(own.task).approvals ?? []).map(({ call_id: id }) => id);
  try {
    await tasks.submit({
      agent,
      taskId,
      messageId: digestOf(context.key),
      ...saidBy(answer, waiting),
    });
  } catch (thrown) {
    if (!(thrown instanceof RunnerError) || !GONE_ON.includes(thrown.code)) throw thrown;
  }
}

/** Refusals of a task that another caller has answered or ended. */
const GONE_ON: readonly string[] = ['task-finished', 'approval-without-request', 'unknown-call'];

export function unknownTask(id: string): BridgeError {
  return new BridgeError('unknown-task', `there is no task ${id}: give the handle of one of yours`);
}
