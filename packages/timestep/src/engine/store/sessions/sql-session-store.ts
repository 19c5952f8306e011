import { SessionStoreError, type SessionStore } from '../../port/index.ts';
import { buildSessionPage } from './session-page.ts';
import {
  appendSessionEvents,
  eraseSession,
  listSessionEvents,
  findSession,
  listSessions,
  touchSession,
} from './session-transactions.ts';
import type { SqlDatabase, Transaction } from '../statement.ts';

/** Options of a session store in a database. */
export interface SqlSessionStoreOptions {
  /** Extra statements, run in the same transaction that deletes a session. */
  readonly onDelete?: () => Transaction<void>;
}

/**
 * Creates a session store in the database of the tasks, shared by all processes that have it open.
 * Does not close the database.
 */
export function createSqlSessionStore(
  database: SqlDatabase,
  { onDelete }: SqlSessionStoreOptions = {},
): SessionStore {
  return {
    append: (key, generation, events, at) =>
      convertDatabaseErrors(() =>
        database.write(() => appendSessionEvents(key, generation, events, at)),
      ),
    touch: (key, at) => convertDatabaseErrors(() => database.write(() => touchSession(key, at))),
    get: (key) => convertDatabaseErrors(() => database.read(() => findSession(key))),
    list: (query) =>
      convertDatabaseErrors(async () =>
        buildSessionPage(await database.read(() => listSessions(query)), query),
      ),
    readEvents: (key, after) =>
      convertDatabaseErrors(() => database.read(() => listSessionEvents(key, after))),
    erase: (key) =>
      convertDatabaseErrors(() =>
        database.write(function* erase() {
          const wasThere = yield* eraseSession(key);
          if (wasThere && onDelete) yield* onDelete();
        }),
      ),
  };
}

/** Converts a database failure to a `SessionStoreError`. A failed operation has changed nothing. */
async function convertDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof SessionStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `cannot read or write sessions in the database (${detail})`;
    throw new SessionStoreError('failed', message, { cause: thrown });
  }
}
