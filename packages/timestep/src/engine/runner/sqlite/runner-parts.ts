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
  /** Number of consecutive crashes by evidence after which a task is parked. */
  readonly crashLimit: number;
  readonly hooks: HookSlot | undefined;
  /** Called when a task is added to memory, to which other processes may write. */
  readonly onLoaded: () => void;
  readonly onWaitDue: () => void;
  readonly onDurable: (task: Task) => void;
  /** Receives failures that no caller awaits. */
  readonly onFailure: (thrown: unknown) => void;
  readonly reportFailure: ToFailure;
}

/** How far a runner is on its way to its end. */
export interface RunnerState {
  /** Whether new work is refused. Readers go on until the runner is closed. */
  isStopping: boolean;
  isClosed: boolean;
}

/** What the parts of one SQLite runner share beside its tasks. */
export interface HostParts extends RunnerParts {
  readonly database: DatabaseSync;
  readonly watch: StoreWatch;
  readonly outside: OutsideChanges;
  readonly errors: ErrorHandler;
  readonly host: TaskHost;
  readonly isClosed: () => boolean;
}
