import type { Chain } from '#core';
import type { CallLabel } from '#engine/port';

/** Row state. `lost`: crashed, result unknown. `stopped`: ended because its task ended. */
export type TimelineState = 'running' | 'done' | 'failed' | 'lost' | 'stopped';

/**
 * Row kind. `model`, `tool`: one attempt of a call. `mark`: a single moment. `crash`: time without
 * a process. `ready`: time in which a process prepares to run the task. Others: a turn, or a wait.
 */
export type TimelineKind =
  | 'turn'
  | 'model'
  | 'tool'
  | 'approval'
  | 'question'
  | 'client'
  | 'task'
  | 'crash'
  | 'ready'
  | 'mark';

/** An agent of another server, by its address and the name in its card. */
interface RemoteAgent {
  readonly name?: string;
  readonly address: string;
}

/** Short names of the process that crashed, and of the process that took over. */
interface CrashProcesses {
  readonly lost?: string;
  readonly next?: string;
}

/** A bar or a single moment in a waterfall chart. Times are in milliseconds since the epoch. */
export interface TimelineRow {
  /** Id of the row: unique in the task, and the same each time the log is read. */
  readonly id: string;
  readonly kind: TimelineKind;
  /**
   * Label of the row: the tool name, the number of the model call, or a description of the moment.
   */
  readonly label: string;
  readonly from: number;
  /** End time of the row; undefined while the row is running. */
  readonly to?: number;
  readonly state: TimelineState;
  readonly generation: number;
  /** Attempt number, starting at 1; undefined for rows without attempts. */
  readonly attempt?: number;
  readonly callId?: string;
  /** Id of the task that the row waits for. */
  readonly awaited?: string;
  /** Whether the row is a call of another agent, whose name is the label. */
  readonly asksAgent?: true;
  /** Whether a process prepares to go on with the task after a crash. */
  readonly isAfterCrash?: true;
  /** Short names of the processes before and after a crash, if they are known. */
  readonly processes?: CrashProcesses;
  /** The agent on another server that this row calls. */
  readonly remote?: RemoteAgent;
  /** The question or main arguments of a call, or a summary of a reply; shortened. */
  readonly note?: string;
  /** Whether a reply calls tools or agents, so that the turn continues. */
  readonly calls?: true;
  /** The newest progress message of a running call. It is not stored. */
  readonly progress?: string;
  /** Reason why the step that this timeline row shows failed, or what it waits for. */
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
  /** How the tool calls of the newest reply are displayed, by call id. */
  readonly names: Readonly<Record<string, CallLabel>>;
  /** Time of the last event before the newest crash, when the interrupted work ended. */
  readonly goneAt?: number;
  /** Time since which a process prepares to run the task; undefined once a step has started. */
  readonly readyFrom?: number;
  readonly toolSite: 'client' | 'server';
  readonly clientTools: readonly string[];
}
