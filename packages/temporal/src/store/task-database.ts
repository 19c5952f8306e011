import type { SqlDatabase, Transaction } from '@timestep-ai/timestep/store';

/**
 * When a write reaches the disk. `now`: immediately. `soon`: with the next synchronous write, for
 * records that can be written again until then.
 */
export type Durability = 'now' | 'soon';

/**
 * Access mode of a database. `make`: creates it and its tables if they are missing. `write` and
 * `read`: require an existing database.
 */
export type Access = 'make' | 'write' | 'read';

/** A database that stores tasks. */
export interface TaskDatabase extends SqlDatabase {
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /**
   * Calls `onChange` when a task may have changed in any process. Without an id, any task may have
   * changed. Returns a function that stops watching.
   */
  watch(onChange: (taskId?: string) => void): () => void;
  /** Notifies all watchers, in this process and in others, that a task has changed. */
  notify(taskId: string): void;
  close(): Promise<void>;
}
