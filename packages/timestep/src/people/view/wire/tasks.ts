import type {
  ContextItem,
  EntryPoint,
  NumberedEvent,
  OmittedItem,
  TaskEnd,
  TaskOrigin,
  TaskState,
  Usage,
} from '#core';
import type { TaskSort, TaskUpdate } from '#engine/port';

/** A task in a list of the dashboard. Times are in milliseconds since the epoch. */
export interface TaskSummary {
  readonly id: string;
  readonly agent: string;
  readonly contextId: string;
  readonly principal: string;
  readonly state: TaskState;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly generation: number;
  /** Version of the agent's files that the task keeps. Missing for agents without files. */
  readonly version?: string;
  /** The user's request, shortened. */
  readonly title: string;
  readonly steps: number;
  readonly usage: Usage;
  /** Cost in US dollars; `null` if a price is unknown. */
  readonly costUsd: number | null;
  /**
   * Tokens and known cost of the called agents, with all that they called. Missing if no called agent has
   * reported any.
   */
  readonly called?: CalledSpending;
  /** Ids of the tasks that this task waits for or has waited for. */
  readonly children: readonly string[];
  /** Whether another agent started the task. */
  readonly isAsked?: true;
  /** How the first message reached the runner. Missing for tasks of earlier releases. */
  readonly entry?: EntryPoint;
  /** Why the task failed, shortened. */
  readonly failure?: string;
  /** Ids of the tasks whose questions this task passes on to its own user. */
  readonly passesOn?: readonly string[];
  /** Names of the agents whose calls led to this task, first caller first. Missing if there are none. */
  readonly callers?: readonly string[];
}

/** What called agents have spent. */
export interface CalledSpending {
  readonly tokens: number;
  /** Cost in US dollars. A reply without a known price counts as 0. */
  readonly costUsd: number;
}

/** A task without its event log. */
export interface TaskDetails extends TaskSummary {
  readonly workingMs: number;
  /** Reason why a working task makes no progress at the moment. */
  readonly waits?: string;
  /** What the model could not read, because its provider refused it. */
  readonly leftOut?: string;
  readonly toolCalls: number;
  readonly end?: TaskEnd;
  /** Text of the last reply of an ended task. */
  readonly answer?: string;
  /** Context items chosen for the newest message. */
  readonly context: readonly ContextItem[];
  /** The context items that ranked highest among the items that were not selected. */
  readonly contextOmitted?: readonly OmittedItem[];
  readonly contextNote?: string;
  /** Agents in the call chain that led to this task, outermost first. */
  readonly path: readonly string[];
  readonly forkedFrom?: TaskOrigin;
}

/** Filters and order of a task list. By default, tasks are sorted by their newest change, newest first. */
export interface TaskListQuery {
  readonly state?: TaskState;
  readonly agent?: string;
  readonly contextId?: string;
  readonly entry?: EntryPoint;
  /** False lists only tasks that were not started by another agent. */
  readonly isAsked?: boolean;
  /** Lists tasks by a figure, the largest first. See `sort` of `TaskFilter`. */
  readonly sort?: TaskSort;
  /** Lists only tasks that have changed since this time, in milliseconds since the epoch. */
  readonly since?: number;
  /** Lists only tasks that last changed before this time, in milliseconds since the epoch. */
  readonly until?: number;
  /** Text to search for in the ids, titles, agents and contexts of the newest tasks. */
  readonly text?: string;
}

/**
 * Running and waiting tasks, failures and cost since a time, and the number of tasks by agent and
 * state.
 */
export interface TaskOverview {
  readonly running: number;
  readonly waiting: number;
  /** Number of tasks that failed since the time from which figures are requested. */
  readonly failed: number;
  /**
   * Known cost since the time from which figures are requested, in US dollars; `null` if the
   * database does not keep costs.
   */
  readonly costUsd: number | null;
  /**
   * Whether the real number of failures or the real cost may be higher, for example because a price is
   * unknown.
   */
  readonly isPartial: boolean;
  /** Number of all tasks by agent, state and entry point; of the newest ones, if the database keeps no counts. */
  readonly groups: readonly TaskGroupLine[];
}

/** Number of an agent's tasks that are in one state and arrived by one protocol. */
export interface TaskGroupLine {
  readonly agent: string;
  readonly state: string;
  readonly entry?: EntryPoint;
  readonly isAsked?: true;
  readonly tasks: number;
}

/** One page of a task list. */
export interface TaskListPage {
  readonly tasks: readonly TaskSummary[];
  /** Number of tasks that match the filters, not counting the text filter. */
  readonly total: number;
  /** Number of the newest tasks that were searched or sorted; undefined if all tasks were. */
  readonly searched?: number;
}

/** An agent in a chain of agents that ask each other. */
export interface ChainLink {
  readonly agent: string;
  /** Id of the agent's task; undefined if it is unknown. */
  readonly taskId?: string;
}

/** A task that waits for the user. */
export interface WaitingTaskSummary extends TaskSummary {
  /**
   * For each question of the task, the agents from the first caller down to the agent that asks.
   * Missing if no other agent is involved.
   */
  readonly chains?: readonly (readonly ChainLink[])[];
}

/** Tasks that wait for the user. */
export interface WaitingTasks {
  /** The tasks with the longest waiting time, oldest first. */
  readonly tasks: readonly WaitingTaskSummary[];
  readonly total: number;
}

/** One page of a task's event log. */
export interface EventPage {
  readonly events: readonly NumberedEvent[];
  /** Whether more events exist after these events. */
  readonly hasMore: boolean;
}

/** The subscriptions of one dashboard page on its event stream. */
export interface SubscribeRequest {
  readonly tasks?: readonly { readonly id: string; readonly after: number }[];
  readonly list?: TaskListQuery;
  /** True to receive the number of tasks that wait for the user. */
  readonly waiting?: boolean;
  /** Time since which the overview counts failures and cost; undefined to receive no overview. */
  readonly overview?: number;
}

/** A message on the dashboard's event stream. */
export type StreamMessage =
  | { readonly kind: 'task'; readonly taskId: string; readonly update: TaskUpdate }
  /** The subscribed task or event does not exist, so the log must be read from the start. */
  | { readonly kind: 'reset'; readonly taskId: string }
  /** The task has ended; no more updates follow. */
  | { readonly kind: 'settled'; readonly taskId: string }
  /** List of the newest tasks: at first a full page of them, later only the changed tasks. */
  | { readonly kind: 'list'; readonly tasks: readonly TaskSummary[]; readonly total: number }
  /** Number of tasks that wait for the user; sent again when a waiting task changes. */
  | { readonly kind: 'waiting'; readonly total: number }
  /** The numbers of the task overview; sent again when they change. */
  | { readonly kind: 'overview'; readonly overview: TaskOverview };

/** The error body of every endpoint below `/ui/api`. */
export interface PageFailure {
  readonly error: { readonly code: string; readonly message: string };
}
