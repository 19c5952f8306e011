import type { TaskState } from '#core';
import type { Timeline, TimelineRow } from '../timeline/timeline-row.ts';
import type { TaskSummary } from './tasks.ts';

/** A timeline as JSON. */
export interface StoredTimeline extends Omit<Timeline, 'ended'> {
  readonly ended: readonly TimelineRow[];
}

/** A task in a tree of tasks whose agents call each other. */
export interface TreeTask extends Pick<
  TaskSummary,
  'id' | 'agent' | 'contextId' | 'title' | 'createdAt'
> {
  readonly state: TaskState;
  /** Number of tasks above this task; 0 for the root. */
  readonly depth: number;
  readonly timeline: StoredTimeline;
}

/** A task with the tasks that its calls have started, directly and indirectly. */
export interface TaskTree {
  /** Tasks of the tree, each after the task that started it; the root first. */
  readonly tasks: readonly TreeTask[];
  /** Total time, tokens and cost of all listed tasks. */
  readonly totals: TreeTotals;
  /** Whether tasks are missing, because the tree is too large or too deep. */
  readonly isCut: boolean;
}

/** Time, tokens and cost of a tree of tasks. Times are in milliseconds. */
export interface TreeTotals {
  readonly tasks: number;
  /**
   * Number of called tasks that are not listed, such as tasks on other servers. Their tokens and cost are
   * unknown here.
   */
  readonly unknownTasks: number;
  readonly agents: number;
  /** Time from the start of the root to the newest event of all tasks. */
  readonly wallMs: number;
  /** Time in which at least one model or tool was running. */
  readonly workMs: number;
  /** Time in which nothing was running because a user had been asked. */
  readonly personMs: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
  /** Cost in US dollars; `null` if the price of a reply is unknown. */
  readonly costUsd: number | null;
}
