import type { SessionStore } from '../../port/index.ts';
import { createSqlSessionStore } from '../../store/index.ts';
import { noteTraces } from '../sqlite/upkeep/erasing-table.ts';
import { createStoreDatabase, type StoreFile } from './store-file.ts';

export function createStoredSessions(store: StoreFile): SessionStore {
  return createSqlSessionStore(createStoreDatabase(store), { onDelete: noteTraces });
}
