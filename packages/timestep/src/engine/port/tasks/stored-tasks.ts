import type { EntryPoint, NumberedEvent, Task, TaskState } from '#core';
import type { CallCount, TaskGroupCount, WorkCount, WorkPeriod } from './work-count.ts';

/** A row of the task table. Times are in milliseconds since the epoch. */
export interface TaskRow {
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly state: TaskState;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of events in the task's log. */
  readonly generation: number;
  /** Version of the agent's files that the task keeps, such as `1.4.0+3f2a9c81d07b`. Undefined for agents without files. */
  readonly version?: string;
  /** How the first message reached the runner. Undefined if the database does not keep it. */
  readonly entry?: EntryPoint;
  /** Whether another agent sent the first message. Undefined also if the database does not keep it. */
  readonly isAsked?: true;
}

/** A figure by which tasks can be sorted, the largest first. `start` is the time of the first message. */
export type TaskSort = 'start' | 'duration' | 'tokens' | 'cost';

/** Filter and order of a task list. By default, the newest change comes first. */
export interface TaskFilter {
  readonly state?: TaskState;
  readonly agent?: string;
  readonly principal?: string;
  readonly contextId?: string;
  /** Lists only tasks that came by this protocol. Ignored if the database does not count by it. */
  readonly entry?: EntryPoint;
  /** False lists only tasks that no other agent has started. Ignored if the database does not count them. */
  readonly isAsked?: boolean;
  /** Lists only tasks that last changed at or after this time, in milliseconds since the epoch. */
  readonly changedSince?: number;
  /** Lists only tasks that last changed before this time, in milliseconds since the epoch. */
  readonly changedBefore?: number;
  /**
   * Order of the list. An unfinished task is sorted by what it had used at its last state change; if there
   * are many, only the last changed are listed. Ignored together with `contextId`, `changedSince` and
   * `changedBefore`, and if the database keeps no counts.
   */
  readonly sort?: TaskSort;
  readonly limit: number;
}

/** A list of tasks and the total count. */
export interface TaskListing {
  readonly tasks: readonly TaskRow[];
  /** Number of all matching tasks, listed or not. */
  readonly total: number;
}

/** Options for deleting ended tasks. */
export interface PruneOptions {
  /** Time in milliseconds since the epoch: ended tasks that last changed before it are deleted. */
  readonly before: number;
  /** Whether tasks are only counted, without deleting them. */
  readonly isDryRun: boolean;
  readonly signal?: AbortSignal;
}

/** What pruning deleted, or with `isDryRun` what it would delete. */
export interface PruneResult {
  readonly tasks: number;
  readonly events: number;
  /** Bytes that are freed: records, and contents that no other task uses. */
  readonly bytes: number;
}

/** Work that waits for a worker, by agent. Agents without any are missing. */
export interface WaitingWork {
  /** Name of the queue that the workers of this store poll. */
  readonly queue: string;
  /** `since`: when the oldest message was accepted, in milliseconds since the epoch. */
  readonly oldest: readonly { readonly agent: string; readonly since: number }[];
}

/** The tasks of all principals in a database, for operators. Throws `TimestepError`. */
export interface StoredTasks {
  list(filter: TaskFilter): Promise<TaskListing>;
  /** Lists up to `limit` tasks that wait for a client or user, the longest waiting first. */
  listWaiting(limit: number): Promise<TaskListing>;
  /**
   * Finds messages that no worker has taken yet. The method is missing if the process that accepts a message
   * also works on it.
   */
  findWaitingWork?(): Promise<WaitingWork>;
  /** Counts all tasks by agent, state and entry point. Missing if this would read every task. */
  countGroups?(): Promise<readonly TaskGroupCount[]>;
  /**
   * Reads the hourly counts of work in a period, the oldest hour first. Missing if the database keeps no
   * counts.
   */
  readWork?(period: WorkPeriod): Promise<readonly WorkCount[]>;
  /**
   * Sums up the calls between agents whose tasks began in a period, the most calls first. Missing if the
   * database keeps no counts.
   */
  readCalls?(period: WorkPeriod): Promise<readonly CallCount[]>;
  /** Finds up to `limit` task ids that begin with a text, in the order of the ids. */
  findIds(beginning: string, limit: number): Promise<readonly string[]>;
  /** Loads a task. Throws if it does not exist. */
  load(taskId: string): Promise<Task>;
  /** Reads the log of a task, oldest event first. Throws if the task does not exist. */
  events(taskId: string, after?: number): AsyncIterable<NumberedEvent>;
  /** Reads up to `limit` events of a task's log synchronously. Undefined if this would take too long. */
  readEventsSync?(taskId: string, after: number, limit: number): readonly NumberedEvent[];
  /** Deletes ended tasks, except the newest completed task of a conversation that may continue. */
  prune(options: PruneOptions): Promise<PruneResult>;
  /**
   * Deletes an ended task. Returns false and deletes nothing if it does not exist or still runs.
   */
  erase(taskId: string): Promise<boolean>;
}
