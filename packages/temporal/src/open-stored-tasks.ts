import { existsSync } from 'node:fs';
import { TimestepError } from '@timestep-ai/timestep/core';
import type { SessionStore, StoredTasks } from '@timestep-ai/timestep/port';
import { storeErrorOf } from '@timestep-ai/timestep/runner';
import { createSqlSessionStore } from '@timestep-ai/timestep/store';
import { isPostgres, placeOf } from './store/is-postgres.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { TaskDatabase } from './store/task-database.ts';
import { createStoredTasks } from './store/stored-tasks.ts';
import { reasonOf, TemporalError } from './temporal-error.ts';

/** Tasks of a store, opened beside the servers and workers that have it open. */
export interface OpenedStoredTasks extends StoredTasks {
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/**
 * Opens the tasks of an existing store: `postgres://…`, or the path of an SQLite file. Nothing is
 * created, and Temporal need not run. Rejects with `TimestepError`, as do the methods.
 */
export async function openStoredTasks(
  database: string,
  access: 'read' | 'write' = 'read',
): Promise<OpenedStoredTasks> {
  const place = placeOf(database);
  const sql = await openStoreThatIsThere(database, access);
  const tasks = createStoredTasks(sql, place);
  return {
    list: (filter) => telling(place, () => tasks.list(filter)),
    waiting: (limit) => telling(place, () => tasks.waiting(limit)),
    load: (taskId) => telling(place, () => tasks.load(taskId)),
    async *events(taskId, after) {
      try {
        yield* tasks.events(taskId, after);
      } catch (thrown) {
        throw failureOf(thrown, place);
      }
    },
    prune: (options) => telling(place, () => tasks.prune(options)),
    erase: (taskId) => telling(place, () => tasks.erase(taskId)),
    sessions: createSqlSessionStore({
      write: (transaction) => telling(place, () => sql.write(transaction)),
      read: (transaction) => telling(place, () => sql.read(transaction)),
    }),
    close: () => sql.close(),
  };
}

/** Opens a store without creating anything. Rejects with `TimestepError`. */
export async function openStoreThatIsThere(
  database: string,
  access: 'read' | 'write',
): Promise<TaskDatabase> {
  return telling(placeOf(database), () => storeAt(database, access));
}

async function storeAt(database: string, access: 'read' | 'write'): Promise<TaskDatabase> {
  if (isPostgres(database)) return openPostgresDatabase({ url: database, access });
  if (!existsSync(database)) throw new Error('the file does not exist');
  return openSqliteDatabase({ path: database, access });
}

/** Runs work on a store; a failure becomes an error that says what to do. */
export async function telling<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw failureOf(thrown, place);
  }
}

function failureOf(thrown: unknown, place: string): unknown {
  if (TimestepError.isInstance(thrown)) return thrown;
  if (isMissingTable(thrown)) {
    const message = `${place} is not a store of tasks on Temporal, or it is one of an older release: name another, or start a server on it once`;
    return new TemporalError('no-store', message, { cause: thrown });
  }
  if (thrown instanceof Error && 'errcode' in thrown) return storeErrorOf(thrown, place);
  const message = `${place} cannot be used (${reasonOf(thrown)}): check its address, and that it is running`;
  return new TemporalError('no-store', message, { cause: thrown });
}

/** Whether a table is missing, by the errors of PostgreSQL and of SQLite. */
function isMissingTable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && thrown.code === '42P01') || thrown.message.includes('no such table');
}
