import type { NumberedEvent, Task, TaskState } from '../core/index.ts';

/** One row of the table of tasks, read without the task's log. Times are ms since the epoch. */
export interface TaskRow {
  readonly id: string;
  readonly principal: string;
  readonly agent: string;
  readonly contextId: string;
  readonly state: TaskState;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** How many events its log holds. */
  readonly generation: number;
}

/** Which tasks are listed, the newest first. */
export interface TaskFilter {
  readonly state?: TaskState;
  readonly agent?: string;
  readonly principal?: string;
  readonly contextId?: string;
  readonly limit: number;
}

/** A list of tasks, and how many there are in all. */
export interface TaskListing {
  readonly tasks: readonly TaskRow[];
  /** The number of all matching tasks, in the list or not. */
  readonly total: number;
}

/** Which ended tasks are removed. */
export interface PruneOptions {
  /** Ended tasks whose last change is before it go, in milliseconds since the epoch. */
  readonly before: number;
  /** Whether tasks are only counted. */
  readonly isDryRun: boolean;
  /** Ends the pruning between two of its transactions. */
  readonly signal?: AbortSignal;
}

/** What was removed, or with `isDryRun` would be removed. */
export interface Pruned {
  readonly tasks: number;
  readonly events: number;
  /** Bytes of the records, and of contents that no other task holds; the database reuses them. */
  readonly bytes: number;
}

/**
 * The tasks of all principals in a database, for operators; it runs no task. A failure is thrown as
 * a `TimestepError`, which names the database without any password.
 */
export interface StoredTasks {
  /** Newest change first. */
  list(filter: TaskFilter): Promise<TaskListing>;
  /**
   * Tasks that wait for a client or a person, the one that has waited longest first. What it costs does not depend on
   * how many other tasks there are.
   */
  waiting(limit: number): Promise<TaskListing>;
  /** Throws where there is no such task. */
  load(taskId: string): Promise<Task>;
  /**
   * The log of a task after a generation, by default from its beginning, oldest event first. Throws where
   * there is no such task.
   */
  events(taskId: string, after?: number): AsyncIterable<NumberedEvent>;
  /**
   * The same, at most so many events: where a log is in this process, readers of many short logs need not
   * wait for each event. Absent where reading a log takes a while.
   */
  eventsAtOnce?(taskId: string, after: number, limit: number): readonly NumberedEvent[];
  /**
   * Deletes ended tasks and all that belongs to them, in many short transactions: it may be stopped
   * at any time, and runners may use the database meanwhile. The newest completed task of a
   * conversation stays while any task of the conversation is younger or has not ended.
   */
  prune(options: PruneOptions): Promise<Pruned>;
  /**
   * Deletes a task that has ended, and all that belongs to it. Returns false, and changes nothing, where
   * there is no such task or it has not ended.
   */
  erase(taskId: string): Promise<boolean>;
}
