import type { ContextItem, NumberedEvent, TaskState, TaskEnd, Usage } from '../../core/index.ts';
import type { TaskUpdate } from '../../port/index.ts';

/** A task in a list of the page. Times are in milliseconds since the epoch. */
export interface TaskLine {
  readonly id: string;
  readonly agent: string;
  readonly contextId: string;
  readonly principal: string;
  readonly state: TaskState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly generation: number;
  /** What was asked, shortened. */
  readonly title: string;
  readonly steps: number;
  readonly usage: Usage;
  /** US dollars; `null` where a price is not known. */
  readonly costUsd: number | null;
  /** Tasks that it waits for or has waited for. */
  readonly children: readonly string[];
}

/** What is known of one task beside its log. */
export interface TaskHead extends TaskLine {
  readonly workingMs: number;
  readonly toolCalls: number;
  readonly end?: TaskEnd;
  /** What was chosen for the newest message. */
  readonly context: readonly ContextItem[];
  /** What people should know of the choice. */
  readonly contextNote?: string;
  /** The agents that called each other until this task began, the first one first. */
  readonly path: readonly string[];
}

/** Which tasks are listed, the newest change first. */
export interface TaskListQuery {
  readonly state?: TaskState;
  readonly agent?: string;
  readonly contextId?: string;
  /** Looked for in ids, titles, agents and contexts of the newest tasks. */
  readonly text?: string;
}

/** A part of the list of tasks. */
export interface TaskListPage {
  readonly tasks: readonly TaskLine[];
  /** All that the filters select; a text is not counted. */
  readonly total: number;
  /** How many tasks a text was looked for in; absent without one. */
  readonly searched?: number;
}

/** A part of a task's log. */
export interface EventPage {
  readonly events: readonly NumberedEvent[];
  /** True where there are more after these. */
  readonly hasMore: boolean;
}

/** What one page follows on its stream. */
export interface FollowRequest {
  readonly tasks?: readonly { readonly id: string; readonly after: number }[];
  readonly list?: TaskListQuery;
  /** Whether it follows how many tasks wait. */
  readonly waiting?: boolean;
}

/** What a stream of the page says. */
export type StreamMessage =
  | { readonly kind: 'task'; readonly taskId: string; readonly update: TaskUpdate }
  /** There is no such task, or its log is shorter than what the page has: the page reads it anew. */
  | { readonly kind: 'reset'; readonly taskId: string }
  /** The task has ended, and nothing follows. */
  | { readonly kind: 'settled'; readonly taskId: string }
  /** The newest tasks; the first one of a stream is a whole page, later ones are what changed. */
  | { readonly kind: 'list'; readonly tasks: readonly TaskLine[]; readonly total: number }
  /** So many tasks wait; it comes again when others wait, or those that do have changed. */
  | { readonly kind: 'waiting'; readonly total: number };

/** A failure as every path below `/ui/api` says it. */
export interface PageFailure {
  readonly error: { readonly code: string; readonly message: string };
}
