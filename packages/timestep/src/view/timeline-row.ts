import type { Chain } from '../core/index.ts';

/**
 * `running`: it has not ended. `lost`: its process ended or froze, and the outcome is not known.
 * `stopped`: the end of the task ended it.
 */
export type TimelineState = 'running' | 'done' | 'failed' | 'lost' | 'stopped';

/**
 * `turn`: from the message to the end. `model` and `tool`: one attempt. `approval`, `question`, `client` and
 * `task`: what the task waits for. `mark`: a moment.
 */
export type TimelineKind =
  | 'turn'
  | 'model'
  | 'tool'
  | 'approval'
  | 'question'
  | 'client'
  | 'task'
  | 'mark';

/** A bar of a waterfall, or a moment in it. Times are in milliseconds since the epoch. */
export interface TimelineRow {
  /** Unique in its task, and the same whenever the log is read again. */
  readonly id: string;
  readonly kind: TimelineKind;
  /** The name of a tool, the number of a step, or what happened at the moment. */
  readonly label: string;
  readonly from: number;
  /** Absent while it is running. */
  readonly to?: number;
  readonly state: TimelineState;
  /** The event that began it. */
  readonly generation: number;
  /** 1 for the first attempt; absent for what has none. */
  readonly attempt?: number;
  readonly callId?: string;
  /** The task that is waited for. */
  readonly awaited?: string;
  /** Why it failed, or what it waits for. */
  readonly detail?: string;
  readonly tokens?: number;
  readonly costUsd?: number;
}

/** A timeline after some events. Immutable: what an event changes costs the same however long the log is. */
export interface Timeline {
  /** What has ended, in the order of its end; `toArray` reads it. */
  readonly ended: Chain<TimelineRow> | undefined;
  readonly running: readonly TimelineRow[];
  /** Of the newest event. */
  readonly generation: number;
  /** When the newest event happened. */
  readonly at: number;
  /** Names of the newest reply's calls, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly toolSite: 'client' | 'server';
  /** Tools that the caller runs. */
  readonly clientTools: readonly string[];
}
