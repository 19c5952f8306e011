import type { PendingApproval, TaskOutcome } from './awaited-task.ts';
import { getTotalSpending } from './budget.ts';
import { formatQuestion, type Question } from '../message/question.ts';
import {
  getFinalAnswer,
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  type Task,
} from './task.ts';

const MAX_TEXT = 64 * 1024;

/** Maximum length of the JSON of an awaited task's artifacts, and of its approvals. */
const MAX_JSON = 256 * 1024;

/** Builds the outcome of an awaited task without shortening it. */
export function buildFullTaskOutcome(task: Task): TaskOutcome {
  const text = getFinalAnswer(task);
  const question = getOpenQuestion(task);
  // A stopped task waits only for the decision whether it continues, not for approvals of calls.
  const waiting = task.parked ? [] : listCallsAwaitingApproval(task);
  const approvals = waiting.map((call): PendingApproval => {
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

/** Builds the outcome of an awaited task. Large texts, artifacts and approvals are shortened. */
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

/** Builds the outcome of an awaited task that does not exist. */
export function buildMissingTaskOutcome(taskId: string): TaskOutcome {
  const error = { code: 'task-not-found', message: `there is no task ${taskId}` };
  return { task_id: taskId, state: 'failed', error };
}

/**
 * Returns the open question of a task: for a stopped task whether to continue, otherwise the oldest
 * question of a tool, otherwise the agent's own question.
 */
export function getOpenQuestion(task: Task): TaskOutcome['question'] {
  if (task.parked) return task.parked.question;
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
