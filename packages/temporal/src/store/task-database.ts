import type { SqlDatabase, Transaction } from '@timestep-ai/timestep/store';

/**
 * `now` is written to disk at once; `soon` with the next synchronous write, for records that can be
 * written again until then.
 */
export type Durability = 'now' | 'soon';

/**
 * Whether a missing database and its tables are created, or existing ones are only written or read.
 */
export type Access = 'make' | 'write' | 'read';

/** A database that tasks are kept in. */
export interface TaskDatabase extends SqlDatabase {
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /**
   * Calls back when a task may have changed, in this process or in another one; without an id where
   * it may be any task. Returns a function that stops this.
   */
  watch(onChange: (taskId?: string) => void): () => void;
  /** Notifies all watchers, in this process and in others, that a task has changed. */
  announce(taskId: string): void;
  close(): Promise<void>;
}
