import type { DatabaseSync } from 'node:sqlite';
import type { Task } from '#core';
import type { Clock, HookSlot, ServedAgents } from '#engine/port';
import type { ToFailure } from '../failure.ts';
import type { ErrorHandler } from './error-handler.ts';
import type { CommitQueue } from './file/commit-queue.ts';
import type { OutsideChanges } from './file/outside-changes.ts';
import type { StoreWatch } from './file/store-watch.ts';
import type { InboundTable } from './messages/inbound-table.ts';
import type { MailTable } from './messages/mail-table.ts';
import type { Ownership } from './ownership/ownership.ts';
import type { TaskHost } from './tasks/task-host.ts';
import type { TaskQueries } from './tasks/task-queries.ts';
import type { TaskTable } from './tasks/task-table.ts';

export interface RunnerParts {
  readonly queue: CommitQueue;
  readonly table: TaskTable;
  readonly mail: MailTable;
  readonly inbound: InboundTable;
  readonly queries: TaskQueries;
  readonly ownership: Ownership;
  readonly agents: ServedAgents;
  readonly clock: Clock;
  readonly newId: () => string;
  /**
   * Number of consecutive crashes caused by a task after which it stops and asks its user whether
   * to continue.
   */
  readonly crashLimit: number;
  readonly hooks: HookSlot | undefined;
  /** Called when a task is loaded into memory. From then on, writes of other processes to it must be detected. */
  readonly onLoaded: () => void;
  readonly onWaitDue: () => void;
  readonly onDurable: (task: Task) => void;
  /** Callback for failures that no caller awaits. */
  readonly onFailure: (thrown: unknown) => void;
  readonly reportFailure: ToFailure;
}

/** Whether a runner is shutting down or closed. */
export interface RunnerState {
  /** Whether new work is refused. Readers of tasks continue until the runner is closed. */
  isStopping: boolean;
  isClosed: boolean;
}

/** Objects that the parts of one SQLite runner share, in addition to its tasks. */
export interface HostParts extends RunnerParts {
  readonly database: DatabaseSync;
  readonly watch: StoreWatch;
  readonly outside: OutsideChanges;
  readonly errors: ErrorHandler;
  readonly host: TaskHost;
  readonly isClosed: () => boolean;
}
