import type { SqlDatabase, Transaction } from '@timestep-ai/timestep/store';

/** When a write is on disk: `now` before its promise resolves, `soon` with the next write `now`. */
export type Durability = 'now' | 'soon';

/** How a database is opened: `make` creates missing tables, `write` and `read` require them. */
export type Access = 'make' | 'write' | 'read';

/** A database that stores tasks. */
export interface TaskDatabase extends SqlDatabase {
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /** Watches tasks of all processes. Without an id, any task may have changed. */
  watch(onChange: (taskId?: string) => void): () => void;
  notify(taskId: string): void;
  close(): Promise<void>;
}
