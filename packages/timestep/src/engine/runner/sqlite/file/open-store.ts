import type { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '#core';
import {
  createTransactionRunner,
  type SqlDatabase,
  type Transaction,
  toStoreError,
} from '#engine/store';
import { createRunnerClosedError } from '#engine/port';
import { createCommitQueue, type CommitQueue, type ObserveCommit } from './commit-queue.ts';
import { createStoreFileWatch, type StoreWatch } from './store-watch.ts';

export interface OpenStore {
  readonly database: DatabaseSync;
  readonly path: string;
  readonly queue: CommitQueue;
  readonly watch: StoreWatch;
}

export function createOpenStore(
  database: DatabaseSync,
  path: string,
  observe?: ObserveCommit,
): OpenStore {
  const watch = createStoreFileWatch(database, path);
  const { check: checkFiles, onWritten: onCommitted, onFailed } = watch;
  const queue = createCommitQueue(database, { observe, checkFiles, onCommitted, onFailed });
  return { database, path, queue, watch };
}

/** Creates transactions on an open database, which share commits with the writes of its tasks. */
export function createTransactions({ database, queue }: OpenStore): SqlDatabase {
  const perform = createTransactionRunner(database);
  return {
    async write<T>(transaction: () => Transaction<T>): Promise<T> {
      let result = (): T => {
        throw new Error('internal error: a write was committed before it ran');
      };
      await queue.add(() => {
        // The commit queue may run a write repeatedly; only its last result is durable.
        const last = perform(transaction());
        result = () => last;
      });
      return result();
    },
    read: async (transaction) => perform(transaction()),
  };
}

/** Creates transactions for the stores. They reject with `StoreError`, also while the file is missing. */
export function createSqlDatabase(store: OpenStore): SqlDatabase {
  const { path, watch, database } = store;
  const sql = createTransactions(store);

  async function withFileCheck<T>(act: () => Promise<T>): Promise<T> {
    try {
      // After the database was closed its files are not checked, because SQLite deletes the write-ahead log.
      if (!database.isOpen) throw createRunnerClosedError();
      watch.check();
      return await act();
    } catch (thrown) {
      if (!database.isOpen) throw createRunnerClosedError();
      throw TimestepError.isInstance(thrown) ? thrown : toStoreError(thrown, path);
    }
  }

  return {
    write: (transaction) => withFileCheck(() => sql.write(transaction)),
    read: (transaction) => withFileCheck(() => sql.read(transaction)),
  };
}
