import type { Chain } from '#core';

/** Row state. `lost`: crashed, result unknown. `stopped`: ended because its task ended. */
export type TimelineState = 'running' | 'done' | 'failed' | 'lost' | 'stopped';

/** Row kind. `model`, `tool`: one attempt. `mark`: a moment. Others: the turn, or a wait. */
export type TimelineKind =
  | 'turn'
  | 'model'
  | 'tool'
  | 'approval'
  | 'question'
  | 'client'
  | 'task'
  | 'mark';

/** A bar or a single moment in a waterfall chart. Times are in milliseconds since the epoch. */
export interface TimelineRow {
  /** Unique in the task, and identical each time the log is read. */
  readonly id: string;
  readonly kind: TimelineKind;
  /** Label of the row: the tool, the number of the step, or the description of the moment. */
  readonly label: string;
  readonly from: number;
  /** End time of the row; undefined while the row is running. */
  readonly to?: number;
  readonly state: TimelineState;
  readonly generation: number;
  /** Attempt number, starting at 1; undefined for rows without attempts. */
  readonly attempt?: number;
  readonly callId?: string;
  readonly awaited?: string;
  /** Why the row failed, or what it waits for. */
  readonly detail?: string;
  readonly tokens?: number;
  readonly costUsd?: number;
}

/** The rows of a task's log. Immutable: adding an event takes the same time for any log length. */
export interface Timeline {
  /** Ended rows, in the order in which they ended; read them with `toArray`. */
  readonly ended: Chain<TimelineRow> | undefined;
  readonly running: readonly TimelineRow[];
  readonly generation: number;
  readonly at: number;
  /** What the newest reply's calls are shown as, by call id: the tool, or the agent and the question. */
  readonly names: Readonly<Record<string, string>>;
  readonly toolSite: 'client' | 'server';
  readonly clientTools: readonly string[];
}
