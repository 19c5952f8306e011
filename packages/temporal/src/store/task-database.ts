import type { SqlDatabase, Transaction } from 'timestep/store';

/** Written to disk at once; or with the next that is, for what can be written again until then. */
export type Durability = 'now' | 'soon';

/** Whether a database and its tables are made where they are missing, or used as they are. */
export type Access = 'make' | 'write' | 'read';

/** A database that tasks are kept in. */
export interface TaskDatabase extends SqlDatabase {
  write<T>(transaction: () => Transaction<T>, durability?: Durability): Promise<T>;
  /**
   * Calls back when a task may have changed, here or elsewhere; without an id where it may be any.
   * Returns how to stop.
   */
  watch(onChange: (taskId?: string) => void): () => void;
  /** Tells all who watch, here and elsewhere, that a task has changed. */
  announce(taskId: string): void;
  close(): Promise<void>;
}
