import type { AgentVersionStore } from '#engine/port';
import type { SqlDatabase } from '../statement.ts';
import { pinTaskVersionUnlessPinned, readVersionTexts } from './version-transactions.ts';

/** Creates a store of agent versions in the database of the tasks. Rejects with the database's error. */
export function createSqlVersionStore(database: SqlDatabase): AgentVersionStore {
  return {
    pin: (taskId, version) => database.write(() => pinTaskVersionUnlessPinned(taskId, version)),
    read: (id) => database.read(() => readVersionTexts(id)),
  };
}
