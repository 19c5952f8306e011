import type { Spending } from './budget.ts';
import type { JsonObject } from '../data/json.ts';
import type { Artifact } from '../message/message.ts';
import type { Question } from '../message/question.ts';
import type { Failure, TaskState } from './task-state.ts';

/** A task that a tool call waits for. */
export interface TaskWait {
  readonly task_id: string;
  /** Deadline in milliseconds since the epoch. Undefined: until the task ends or needs input. */
  readonly until?: number;
  /** Data that the tool receives when it is called again. Not shown to the user. */
  readonly state?: JsonObject;
  /** Whether the task runs on another server. The call then resumes at once, and the tool polls the server. */
  readonly elsewhere?: true;
  /** Why the awaited task makes no progress, in words for users. Added when a task is read; never stored. */
  readonly delay?: string;
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
  /** Cost of the awaited task and of tasks that it waited for. Undefined if it called no model. */
  readonly spent?: Spending;
  /** Whether the deadline passed before the awaited task ended or needed input. */
  readonly timed_out?: true;
  /** Whether large parts of the outcome were omitted or shortened. The log of the task holds them in full. */
  readonly cut?: true;
}

/** Outcome of an awaited task, together with the wait that the tool requested. */
export interface AwaitedTask extends TaskOutcome {
  readonly awaits: TaskWait;
}

/** Returns whether a call waits for a task on another server, so that repeating it only polls that server. */
export function hasRemoteTask({
  awaited = [],
}: {
  readonly awaited?: readonly AwaitedTask[] | undefined;
}): boolean {
  return awaited.some(({ awaits }) => awaits.elsewhere === true);
}
