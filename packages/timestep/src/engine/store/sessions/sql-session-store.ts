import { SessionStoreError, type SessionKey, type SessionStore } from '#engine/port';
import { createMemoryDatabase } from '../memory-database.ts';
import type { SqlDatabase } from '../statement.ts';
import { withStoreErrors, type DeletionHook } from '../store-database.ts';
import { buildSessionPage } from './session-page.ts';
import { SESSION_TABLES } from './session-tables.ts';
import {
  appendSessionEvents,
  eraseSession,
  listSessionEvents,
  findSession,
  listSessions,
  listUnchangedSessions,
  markSessionChanged,
} from './session-transactions.ts';

/** A session store in memory. */
export interface MemorySessionStore extends SessionStore {
  /** Deletes sessions that have not changed since a time and have no tasks left. */
  forgetUnused(before: number, hasTasks: (key: SessionKey) => boolean): void;
}

/** Creates a session store in the memory of this process. */
export function createMemorySessionStore(): MemorySessionStore {
  const database = createMemoryDatabase(SESSION_TABLES);
  return {
    ...createSqlSessionStore(database),
    forgetUnused: (before, hasTasks) =>
      database.run(function* eraseUnchangedSessionsWithoutTasks() {
        for (const key of yield* listUnchangedSessions(before))
          if (!hasTasks(key)) yield* eraseSession(key);
      }),
  };
}

/** Creates a session store in the database of the tasks. */
export function createSqlSessionStore(
  database: SqlDatabase,
  { onDelete }: DeletionHook = {},
): SessionStore {
  const { read, write } = withStoreErrors(database, SessionStoreError, 'sessions');
  return {
    append: (key, generation, events, at) =>
      write(() => appendSessionEvents(key, generation, events, at)),
    touch: (key, at) => write(() => markSessionChanged(key, at)),
    get: (key) => read(() => findSession(key)),
    list: async (query) => buildSessionPage(await read(() => listSessions(query)), query),
    readEvents: (key, after) => read(() => listSessionEvents(key, after)),
    erase: (key) =>
      write(function* eraseStoredSession() {
        const wasThere = yield* eraseSession(key);
        if (wasThere && onDelete) yield* onDelete();
      }),
  };
}
