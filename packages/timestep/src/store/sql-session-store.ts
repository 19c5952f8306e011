import { SessionStoreError, type SessionStore } from '../port/index.ts';
import { sessionPageOf } from './session-page.ts';
import {
  appendEvents,
  eraseSession,
  eventsOfSession,
  findSession,
  listSessions,
  touchSession,
} from './session-transactions.ts';
import type { SqlDatabase, Transaction } from './statement.ts';

/** What is done with the sessions of a database beside keeping them. */
export interface SqlSessionStoreOptions {
  /** Statements that belong to the transaction that deletes a session. */
  readonly onDelete?: () => Transaction<void>;
}

/**
 * Keeps sessions beside the tasks, for all processes that have the database open. The caller that
 * opened the database closes it.
 */
export function createSqlSessionStore(
  database: SqlDatabase,
  { onDelete }: SqlSessionStoreOptions = {},
): SessionStore {
  return {
    append: (key, generation, events, at) =>
      doing(() => database.write(() => appendEvents(key, generation, events, at))),
    touch: (key, at) => doing(() => database.write(() => touchSession(key, at))),
    get: (key) => doing(() => database.read(() => findSession(key))),
    list: (query) =>
      doing(async () => sessionPageOf(await database.read(() => listSessions(query)), query)),
    events: (key, after) => doing(() => database.read(() => eventsOfSession(key, after))),
    erase: (key) =>
      doing(() =>
        database.write(function* erase() {
          const wasThere = yield* eraseSession(key);
          if (wasThere && onDelete) yield* onDelete();
        }),
      ),
  };
}

/** Turns a failure of the database into a `SessionStoreError`; nothing has changed then. */
async function doing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof SessionStoreError) throw thrown;
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    const message = `sessions cannot be read or kept in the database now (${detail})`;
    throw new SessionStoreError('failed', message, { cause: thrown });
  }
}
