import { getTotalSpending, type Spending } from './budget.ts';
import type { Failure } from './event.ts';
import type { JsonObject } from './json.ts';
import type { Artifact } from './message.ts';
import { formatQuestion, type Question } from './question.ts';
import {
  getFinalAnswer,
  listArtifacts,
  listCallsAwaitingAnswer,
  listCallsAwaitingApproval,
  getEffectiveCall,
  type Task,
  type TaskState,
} from './task.ts';

/** The task that a call waits for. */
export interface TaskWait {
  readonly task_id: string;
  /** Milliseconds since the epoch: the call waits no longer. Absent: until the task is settled. */
  readonly until?: number;
  /** What the tool must know when it is called again. The user is not shown it. */
  readonly state?: JsonObject;
  /**
   * The task is at another server, where the tool itself looks. The call goes on at once, and may be made again
   * after a crash, because from then on it only looks.
   */
  readonly elsewhere?: true;
}

/** A call of an awaited task that a person is to decide about. */
export interface AwaitedApproval {
  readonly call_id: string;
  readonly name: string;
  /** JSON text of an object. */
  readonly arguments: string;
  readonly reason?: string;
}

/** What became of an awaited task: how it was when the waiting ended. */
export interface TaskOutcome {
  readonly task_id: string;
  /** `failed` also where there is no such task; `error` then says so. */
  readonly state: TaskState;
  /** The answer of a completed task. */
  readonly text?: string;
  /** What the task wants to know. */
  readonly question?: Omit<Question, 'state'>;
  /** The calls that a person is to decide about. */
  readonly approvals?: readonly AwaitedApproval[];
  readonly artifacts?: readonly Artifact[];
  readonly error?: Failure;
  /** What the task has used, with those that it waited for; absent where it has called no model. */
  readonly spent?: Spending;
  /** The time was over before the task was settled. */
  readonly timed_out?: true;
  /** Parts were left out or shortened because they are large; the task itself has them. */
  readonly cut?: true;
}

/** What became of a task that a call has waited for, and what the tool said when it began to wait. */
export interface AwaitedTask extends TaskOutcome {
  readonly awaits: TaskWait;
}

/** Whether a call has a task at another server, so that making it again only looks there. */
export function isElsewhere({
  awaited = [],
}: {
  readonly awaited?: readonly AwaitedTask[] | undefined;
}): boolean {
  return awaited.some(({ awaits }) => awaits.elsewhere === true);
}

/** Characters of a text of another task that are written into the log of the task that waits for it. */
const MOST_TEXT = 64 * 1024;

/** Characters of JSON of all artifacts, and of all approvals, of another task. */
const MOST_JSON = 256 * 1024;

/** A task as the outcome of waiting for it, whatever its size. */
export function fullOutcomeOf(task: Task): TaskOutcome {
  const text = getFinalAnswer(task);
  const question = questionOf(task);
  const approvals = listCallsAwaitingApproval(task).map((call): AwaitedApproval => {
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

/** A task as the outcome of waiting for it, with a bound on its size. */
export function outcomeOfTask(task: Task, end: Pick<TaskOutcome, 'timed_out'> = {}): TaskOutcome {
  const { text, question, approvals = [], artifacts = [], ...rest } = fullOutcomeOf(task);
  const [asked, given] = [fitting(approvals), fitting(artifacts)];
  const isCut =
    (text?.length ?? 0) > MOST_TEXT ||
    (question !== undefined && sizeOf(question) > MOST_JSON) ||
    asked.length < approvals.length ||
    given.length < artifacts.length;
  return {
    ...rest,
    ...(text !== undefined && { text: text.slice(0, MOST_TEXT) }),
    ...(question && { question: fittingQuestion(question) }),
    ...(asked.length > 0 && { approvals: asked }),
    ...(given.length > 0 && { artifacts: given }),
    ...end,
    ...(isCut && { cut: true }),
  };
}

/** The outcome of waiting for a task that is not there. */
export function outcomeWithoutTask(taskId: string): TaskOutcome {
  const error = { code: 'task-not-found', message: `there is no task ${taskId}` };
  return { task_id: taskId, state: 'failed', error };
}

/** What a task wants to know: of the oldest call that asks, or in the words of its agent. */
function questionOf(task: Task): TaskOutcome['question'] {
  const [asking] = listCallsAwaitingAnswer(task);
  if (asking?.question) {
    const { state: _state, ...question } = asking.question;
    return question;
  }
  const last = task.entries?.last.message;
  const isAsking = task.model === 'asking' && !task.end && last?.role === 'assistant';
  return isAsking ? { text: last.content ?? '' } : undefined;
}

/** A question whose options or schema are too large is asked in words alone. */
function fittingQuestion(question: Omit<Question, 'state'>): Omit<Question, 'state'> {
  return sizeOf(question) > MOST_JSON
    ? { text: formatQuestion(question).slice(0, MOST_TEXT) }
    : question;
}

/** The first of a list, up to the bound. */
function fitting<T>(list: readonly T[]): readonly T[] {
  let size = 0;
  const end = list.findIndex((one) => {
    size += sizeOf(one);
    return size > MOST_JSON;
  });
  return end === -1 ? list : list.slice(0, end);
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
