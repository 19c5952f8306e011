import type { SessionStore } from '#engine/port';
import { createSqlSessionStore } from '#engine/store';
import { recordErasureTraces } from '../sqlite/upkeep/erasing-table.ts';
import { createStoreDatabase, type StoreFile } from './store-file.ts';

export function createStoredSessions(store: StoreFile): SessionStore {
  return createSqlSessionStore(createStoreDatabase(store), { onDelete: recordErasureTraces });
}
