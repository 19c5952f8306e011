import type { NumberedEvent, Submission, Task, TaskState } from '#core';
import type { Delta } from '../agent/agent-fn.ts';

/** Stores and runs tasks. Servers access tasks only through this interface. */
export interface Runner {
  /**
   * Submits a message. Resolves to the task as it accepted the message, so that a subscription from
   * this state misses nothing. A repeated `messageId` resolves to the same task. Throws
   * `RunnerError`.
   */
  submit(submission: Submission): Promise<Task>;
  get(taskId: string): Promise<Task | undefined>;
  list(query: TaskQuery): Promise<TaskPage>;
  /** Yields events after a generation until the task ends. A slow reader may miss partial output, but no event. */
  subscribe(taskId: string, after: number, signal: AbortSignal): AsyncIterable<TaskUpdate>;
  /**
   * Waits until a task ends or needs input from a client. If aborted, resolves to the current task.
   */
  waitUntilSettled(taskId: string, signal: AbortSignal): Promise<Task>;
  /** Cancels a task. An ended task is returned unchanged. */
  cancel(taskId: string): Promise<Task>;
  /** Returns the 32-byte secret, shared by all processes, that signs state which clients hold. */
  getStateKey(): Promise<Uint8Array>;
  /** Cancels a task if it is running, and deletes all its content. Ignores an unknown task. */
  erase(taskId: string): Promise<void>;
  /** Stops accepting submissions, waits up to `graceMs` for running tasks, then abandons them. */
  close(graceMs: number): Promise<void>;
  /** Returns why nothing can be stored at present. Undefined if the runner can always store. */
  getStorageProblem?(): StorageProblem | undefined;
}

/** Why tasks cannot be stored, worded for any client: without details of this machine. */
export interface StorageProblem {
  readonly code: string;
  readonly message: string;
}

/** An update for a subscriber of a task: an event of its log, or a piece of partial output. */
export type TaskUpdate =
  | { readonly kind: 'event'; readonly event: NumberedEvent }
  | {
      readonly kind: 'delta';
      /**
       * Number of the running step. Partial output of tools belongs to attempt 0 of the next step.
       */
      readonly step: number;
      readonly attempt: number;
      readonly delta: Delta;
    };

/** Filter and page of a task list of one principal. */
export interface TaskQuery {
  readonly principal: string;
  readonly agent?: string;
  readonly contextId?: string;
  readonly state?: TaskState;
  /**
   * Lists only tasks that changed at or after this time in milliseconds since the epoch. The time of a
   * running task may be up to a second behind its last event.
   */
  readonly changedSince?: number;
  readonly pageSize: number;
  readonly pageToken?: string;
}

/** A page of tasks, newest change first. */
export interface TaskPage {
  readonly tasks: readonly Task[];
  readonly total: number;
  readonly nextPageToken?: string;
}

/** Source of time. `schedule` runs a function later, and returns a function that cancels it. */
export interface Clock {
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
  schedule(delayMs: number, run: () => void): () => void;
}
