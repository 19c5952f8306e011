import type { SqlDatabase, Transaction } from '@timestep-ai/timestep/store';

/** `now` is on disk when it resolves; `soon` is on disk with the next write `now`. */
export type Durability = 'now' | 'soon';

/** `make` creates missing tables; `write` and `read` require an existing database. */
export type Access = 'make' | 'write' | 'read';

/** A database that stores tasks. */
export interface TaskDatabase extends SqlDatabase {
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /** Watches tasks of all processes. Without an id, any task may have changed. */
  watch(onChange: (taskId?: string) => void): () => void;
  notify(taskId: string): void;
  close(): Promise<void>;
}
