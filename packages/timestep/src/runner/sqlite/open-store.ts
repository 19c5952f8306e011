import type { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '../../core/index.ts';
import { performIn, type SqlDatabase, type Transaction } from '../../store/index.ts';
import { createCommitQueue, type CommitQueue, type ObserveCommit } from './commit-queue.ts';
import { storeErrorOf } from './store-error.ts';
import { createStoreWatch, type StoreWatch } from './store-watch.ts';

/** An open database, and the one queue for all its writes. */
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

/** Transactions on an open database, which share commits with its tasks. */
export function transactionsIn({ database, queue }: OpenStore): SqlDatabase {
  const perform = performIn(database);
  return {
    async write<T>(transaction: () => Transaction<T>): Promise<T> {
      let result = (): T => {
        throw new Error('a write was committed without having run');
      };
      await queue.add(() => {
        // The queue may roll a write back and run it again: the last result is the one on disk.
        const last = perform(transaction());
        result = () => last;
      });
      return result();
    },
    read: async (transaction) => perform(transaction()),
  };
}

/**
 * Transactions for an outbox or a response store beside the runner. Rejects with `StoreError`, also
 * while the file is missing.
 */
export function sqlDatabaseOf(store: OpenStore): SqlDatabase {
  const { path, watch } = store;
  const sql = transactionsIn(store);

  async function guarded<T>(act: () => Promise<T>): Promise<T> {
    try {
      watch.check();
      return await act();
    } catch (thrown) {
      throw TimestepError.isInstance(thrown) ? thrown : storeErrorOf(thrown, path);
    }
  }

  return {
    write: (transaction) => guarded(() => sql.write(transaction)),
    read: (transaction) => guarded(() => sql.read(transaction)),
  };
}
