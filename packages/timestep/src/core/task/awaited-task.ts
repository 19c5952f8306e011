import { getTotalSpending, type Spending } from './budget.ts';
import type { Failure } from '../events/event.ts';
import type { JsonObject } from '../data/json.ts';
import type { Artifact } from '../message/message.ts';
import { formatQuestion, type Question } from '../message/question.ts';
import {
  getFinalAnswer,
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  type Task,
  type TaskState,
} from './task.ts';

/** The task that a tool call waits for. */
export interface TaskWait {
  readonly task_id: string;
  /** Deadline in milliseconds since the epoch. Undefined: until the task ends or needs input. */
  readonly until?: number;
  /** State that the tool receives when it is called again. Not shown to the user. */
  readonly state?: JsonObject;
  /** True if the task runs on another server, which the tool polls: the call resumes at once. */
  readonly elsewhere?: true;
}

/** A tool call of the awaited task that needs a person's approval. */
export interface PendingApproval {
  readonly call_id: string;
  readonly name: string;
  /** Arguments as the JSON text of an object. */
  readonly arguments: string;
  readonly reason?: string;
}

/** State of an awaited task at the end of the wait. */
export interface TaskOutcome {
  readonly task_id: string;
  /** State of the task. `failed` if the task does not exist; `error` then says so. */
  readonly state: TaskState;
  readonly text?: string;
  readonly question?: Omit<Question, 'state'>;
  readonly approvals?: readonly PendingApproval[];
  readonly artifacts?: readonly Artifact[];
  readonly error?: Failure;
  /** Spending, with the tasks that it waited for. Undefined if it called no model. */
  readonly spent?: Spending;
  /** True if the deadline passed before the task ended or needed input. */
  readonly timed_out?: true;
  /** True if large parts were omitted or shortened. The task itself holds them in full. */
  readonly cut?: true;
}

/** Outcome of a task that a call waited for, with the wait that the tool requested. */
export interface AwaitedTask extends TaskOutcome {
  readonly awaits: TaskWait;
}

/** Returns whether repeating a call only polls another server. */
export function hasRemoteTask({
  awaited = [],
}: {
  readonly awaited?: readonly AwaitedTask[] | undefined;
}): boolean {
  return awaited.some(({ awaits }) => awaits.elsewhere === true);
}

const MAX_TEXT = 64 * 1024;

/** Maximum length of the JSON of another task's artifacts, and of its approvals. */
const MAX_JSON = 256 * 1024;

/** Builds the outcome of waiting for a task, of any size. */
export function buildFullTaskOutcome(task: Task): TaskOutcome {
  const text = getFinalAnswer(task);
  const question = getOpenQuestion(task);
  const approvals = listCallsAwaitingApproval(task).map((call): PendingApproval => {
    const { name, arguments: given } = getEffectiveCall(call).function;
    const reason = call.judged?.reason;
    return { call_id: call.call.id, name, arguments: given, ...(reason && { reason }) };
  });
  const artifacts = listArtifacts(task);
  return {
    task_id: task.id,
    state: task.state,
    ...(text !== undefined && { text }),
    ...(question && { question }),
    ...(approvals.length > 0 && { approvals }),
    ...(artifacts.length > 0 && { artifacts }),
    ...(task.end?.error && { error: task.end.error }),
    ...(task.steps > 0 && { spent: getTotalSpending(task) }),
  };
}

/** Builds the outcome of waiting for a task. Large texts, artifacts and approvals are cut. */
export function buildTaskOutcome(
  task: Task,
  end: Pick<TaskOutcome, 'timed_out'> = {},
): TaskOutcome {
  const { text, question, approvals = [], artifacts = [], ...rest } = buildFullTaskOutcome(task);
  const [asked, given] = [takeUpToLimit(approvals), takeUpToLimit(artifacts)];
  const isCut =
    (text?.length ?? 0) > MAX_TEXT ||
    (question !== undefined && getJsonLength(question) > MAX_JSON) ||
    asked.length < approvals.length ||
    given.length < artifacts.length;
  return {
    ...rest,
    ...(text !== undefined && { text: text.slice(0, MAX_TEXT) }),
    ...(question && { question: shortenQuestion(question) }),
    ...(asked.length > 0 && { approvals: asked }),
    ...(given.length > 0 && { artifacts: given }),
    ...end,
    ...(isCut && { cut: true }),
  };
}

/** Builds the outcome of waiting for a task that does not exist. */
export function buildMissingTaskOutcome(taskId: string): TaskOutcome {
  const error = { code: 'task-not-found', message: `there is no task ${taskId}` };
  return { task_id: taskId, state: 'failed', error };
}

/** Returns the oldest open question of a tool, otherwise the question of the agent's reply. */
export function getOpenQuestion(task: Task): TaskOutcome['question'] {
  const [asking] = listCallsAwaitingAnswer(task);
  if (asking?.question) {
    const { state: _state, ...question } = asking.question;
    return question;
  }
  const last = task.entries?.last.message;
  const isAsking = task.model === 'asking' && !task.end && last?.role === 'assistant';
  return isAsking ? { text: last.content ?? '' } : undefined;
}

function shortenQuestion(question: Omit<Question, 'state'>): Omit<Question, 'state'> {
  return getJsonLength(question) > MAX_JSON
    ? { text: formatQuestion(question).slice(0, MAX_TEXT) }
    : question;
}

function takeUpToLimit<T>(list: readonly T[]): readonly T[] {
  let size = 0;
  const end = list.findIndex((one) => {
    size += getJsonLength(one);
    return size > MAX_JSON;
  });
  return end === -1 ? list : list.slice(0, end);
}

function getJsonLength(value: unknown): number {
  return JSON.stringify(value).length;
}
