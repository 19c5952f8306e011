import type { SessionStore } from '../../port/index.ts';
import { createSqlSessionStore, createTransactionRunner, queryRows } from '../../store/index.ts';
import { NOTE_TRACES } from '../sqlite/upkeep/erasing-table.ts';
import { runInTransaction, type StoreFile } from './store-file.ts';

/**
 * Creates access to the sessions of an open database. Other processes that have it open see the
 * changes.
 */
export function createStoredSessions(store: StoreFile): SessionStore {
  const perform = createTransactionRunner(store.database);
  return createSqlSessionStore(
    {
      write: async (work) => runInTransaction(store, () => perform(work())),
      read: async (work) => perform(work()),
    },
    {
      *onDelete() {
        yield* queryRows(NOTE_TRACES);
      },
    },
  );
}
