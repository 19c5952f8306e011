import type { SqlDatabase, Transaction } from '@timestep-ai/timestep/store';

/** Durability of a write: `now` is on disk before its promise resolves, `soon` with the next `now` write. */
export type Durability = 'now' | 'soon';

/** How a database is opened: `make` creates missing tables, `write` and `read` require them. */
export type Access = 'make' | 'write' | 'read';

/** A database that stores tasks. */
export interface TaskDatabase extends SqlDatabase {
  /** Whether the database counts tasks and keeps their figures. False if only earlier releases have opened it. */
  readonly hasCounts: boolean;
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /** Reports changed tasks of all processes. If the id is missing, any task may have changed. */
  watch(onChange: (taskId?: string) => void): () => void;
  notify(taskId: string): void;
  close(): Promise<void>;
}
