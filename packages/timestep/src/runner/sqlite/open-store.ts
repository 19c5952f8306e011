import type { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '../../core/index.ts';
import { performIn, type SqlDatabase, type Transaction } from '../../store/index.ts';
import { createCommitQueue, type CommitQueue, type ObserveCommit } from './commit-queue.ts';
import { storeErrorOf } from './store-error.ts';
import { createStoreWatch, type StoreWatch } from './store-watch.ts';

/** A database that is open here, and the one queue that everything is written through. */
export interface OpenStore {
  readonly database: DatabaseSync;
  readonly path: string;
  readonly queue: CommitQueue;
  readonly watch: StoreWatch;
}

export function storeOn(database: DatabaseSync, path: string, observe?: ObserveCommit): OpenStore {
  const watch = createStoreWatch(database, path);
  const { check: checkPlace, onWritten: onCommitted, onFailed } = watch;
  const queue = createCommitQueue(database, { observe, checkPlace, onCommitted, onFailed });
  return { database, path, queue, watch };
}

/**
 * The same database for what is written in SQL that others share: its transactions are in the same
 * commits as the tasks. Rejects with `StoreError`, also while the file is away.
 */
export function sqlDatabaseOf({ database, path, queue, watch }: OpenStore): SqlDatabase {
  const perform = performIn(database);

  async function guarded<T>(act: () => T | Promise<T>): Promise<T> {
    try {
      watch.check();
      return await act();
    } catch (thrown) {
      throw TimestepError.isInstance(thrown) ? thrown : storeErrorOf(thrown, path);
    }
  }

  async function write<T>(transaction: () => Transaction<T>): Promise<T> {
    const done = Promise.withResolvers<T>();
    await queue.add(() => done.resolve(perform(transaction())));
    return done.promise;
  }

  return {
    write: (transaction) => guarded(() => write(transaction)),
    read: (transaction) => guarded(() => perform(transaction())),
  };
}
