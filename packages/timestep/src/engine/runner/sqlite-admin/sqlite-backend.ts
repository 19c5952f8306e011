import type { BackendKind } from '#engine/port';
import { createSqlSessionStore } from '#engine/store';
import { APPLICATION_ID } from '../sqlite/file/database.ts';
import { openSqlite } from '../sqlite/open-sqlite.ts';
import { recordThatErasedTextRemains } from '../sqlite/upkeep/erasing-table.ts';
import { backUpStore } from './back-up-store.ts';
import { cancelStoredTask } from './cancel-stored-task.ts';
import { examineStore } from './examine-store.ts';
import { formatStoreFactRows, storeFactsToJson } from './format-facts.ts';
import { resumeStoredTask } from './resume-stored-task.ts';
import { createStoreDatabase, withStore } from './store-file.ts';
import { createSqliteStoredTasks } from './stored-tasks.ts';

/** The SQLite backend: tasks in a file, run by the serving processes themselves. */
export const sqliteBackend: BackendKind = {
  name: 'sqlite',
  title: 'SQLite',
  about: 'tasks in a file, for the servers of one machine',
  addresses: [],
  applicationId: APPLICATION_ID,
  defaultDatabase: '.timestep/tasks.db',
  hasWorkers: false,
  options: {},
  open: (needs, { database }) => openSqlite({ ...needs, path: database }),
  withTasks: ({ database }, access, use) =>
    withStore(database, access, (store) => {
      const sessions = createSqlSessionStore(createStoreDatabase(store), {
        onDelete: recordThatErasedTextRemains,
      });
      return use(createSqliteStoredTasks(store), sessions);
    }),
  cancel: ({ database }, taskId, now) =>
    withStore(database, 'write', (store) => cancelStoredTask(store, taskId, now)),
  resume: ({ database }, taskId, now, answer) =>
    withStore(database, 'write', (store) => resumeStoredTask(store, taskId, now, answer)),
  async examine({ database }, now, isFull) {
    const { facts, findings } = await examineStore(database, now, { isFull });
    return {
      place: database,
      seen: facts ? formatStoreFactRows(facts, now) : [],
      ...(facts && { facts: storeFactsToJson(facts) }),
      findings,
    };
  },
  backUp: ({ database }, file) => withStore(database, 'read', (store) => backUpStore(store, file)),
};
