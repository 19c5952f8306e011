import type { SessionStore } from '../../port/index.ts';
import { createSqlSessionStore, performIn, rowsOf } from '../../store/index.ts';
import { NOTE_TRACES } from '../sqlite/erasing-table.ts';
import { transaction, type StoreFile } from './store-file.ts';

/** The sessions of an open database; the processes that have it open see what is changed. */
export function storedSessionsIn(store: StoreFile): SessionStore {
  const perform = performIn(store.database);
  return createSqlSessionStore(
    {
      write: async (work) => transaction(store, () => perform(work())),
      read: async (work) => perform(work()),
    },
    {
      *onDelete() {
        yield* rowsOf(NOTE_TRACES);
      },
    },
  );
}
