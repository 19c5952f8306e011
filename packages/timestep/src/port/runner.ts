import type { NumberedEvent, Submission, Task, TaskState } from '../core/index.ts';
import type { Delta } from './agent-fn.ts';

/** Keeps tasks and drives them. Servers know only this interface of how tasks are run. */
export interface Runner {
  /**
   * Takes a message; what is accepted will be answered. Returns the task as it was when it took the
   * message, so that nothing is missed by following it from there; where the message follows in the log,
   * a task that waited for it is working. Sending a `messageId` again
   * returns the same task. Throws `RunnerError` when the submission is refused.
   */
  submit(submission: Submission): Promise<Task>;
  get(taskId: string): Promise<Task | undefined>;
  list(query: TaskQuery): Promise<TaskPage>;
  /**
   * What happens to a task after a generation: first the events that exist, then new ones as they
   * come, until the task ends or the signal aborts. A slow reader misses deltas, never events.
   */
  updates(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /**
   * Waits until a task has ended or waits for a client; on abort, returns it as it is then.
   */
  settled(taskId: string, signal: AbortSignal): Promise<Task>;
  /** Ends a task; one that has ended already is returned as it is. */
  cancel(taskId: string): Promise<Task>;
  /**
   * A secret of 32 bytes that is kept where the tasks are: the same in every process that shares them,
   * and after a restart. What clients carry between their calls is signed with it.
   */
  stateKey(): Promise<Uint8Array>;
  /**
   * Ends a task if it has not ended, and deletes it: it can no longer be found, and its content is
   * gone from every place where it was kept. Does nothing for an unknown task.
   */
  erase(taskId: string): Promise<void>;
  /** Takes no more submissions, waits up to `graceMs` for running tasks, then abandons them. */
  close(graceMs: number): Promise<void>;
  /**
   * Why nothing can be kept now, as far as is known; absent on a runner that can always keep tasks.
   */
  trouble?(): Trouble | undefined;
}

/**
 * Why tasks cannot be kept. Any client may read it: it has no paths or other details of the
 * machine.
 */
export interface Trouble {
  readonly code: string;
  readonly message: string;
}

/** What a reader of a task receives: an event of its log, or a piece of a reply that grows. */
export type TaskUpdate =
  | { readonly kind: 'event'; readonly event: NumberedEvent }
  | {
      readonly kind: 'delta';
      /** The step that is under way; what tools show comes before the next step, as its attempt 0. */
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    };

/** Which tasks of one principal are listed, and how many at a time. */
export interface TaskQuery {
  readonly principal: string;
  readonly agent?: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /** Milliseconds since the epoch: only tasks that changed at or after it. */
  readonly changedSince?: number;
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** Newest change first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly total: number;
  readonly nextPageToken?: string;
}

/** Source of time: `schedule` runs a function later and returns a function that cancels it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  schedule(delayMs: number, run: () => void): () => void;
}
