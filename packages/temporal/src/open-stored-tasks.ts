import { existsSync } from 'node:fs';
import { TimestepError } from '@timestep-ai/timestep/core';
import type { SessionStore, StoredTasks } from '@timestep-ai/timestep/port';
import { toStoreError } from '@timestep-ai/timestep/runner';
import { createSqlSessionStore, type Transaction } from '@timestep-ai/timestep/store';
import { isPostgres, getDatabaseNameWithoutPassword } from './store/backend-identity.ts';
import { openPostgresDatabase } from './store/postgres-database.ts';
import { openSqliteDatabase } from './store/sqlite-database.ts';
import type { TaskDatabase } from './store/task-database.ts';
import { createTemporalStoredTasks } from './store/stored-tasks.ts';
import { getErrorReason, TemporalError } from './temporal-error.ts';

/** Access to stored tasks while servers and workers may have the same store open. */
export interface OpenedStoredTasks extends StoredTasks {
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/** Opens the tasks of an existing `postgres://…` URL or file. Does not connect to Temporal or change the store. */
export async function openStoredTasks(
  database: string,
  access: 'read' | 'write' = 'read',
): Promise<OpenedStoredTasks> {
  const place = getDatabaseNameWithoutPassword(database);
  const sql = await openExistingStore(database, access);
  const converted = {
    hasCounts: sql.hasCounts,
    write: <T>(transaction: () => Transaction<T>) =>
      convertStoreErrors(place, () => sql.write(transaction)),
    read: <T>(transaction: () => Transaction<T>) =>
      convertStoreErrors(place, () => sql.read(transaction)),
  };
  return {
    ...createTemporalStoredTasks(converted, place),
    sessions: createSqlSessionStore(converted),
    close: () => sql.close(),
  };
}

/** Opens an existing store without creating anything. Rejects with `TimestepError`. */
export async function openExistingStore(
  database: string,
  access: 'read' | 'write',
): Promise<TaskDatabase> {
  return convertStoreErrors(getDatabaseNameWithoutPassword(database), async () => {
    if (isPostgres(database)) return openPostgresDatabase({ url: database, access });
    if (!existsSync(database)) throw new Error('the database file does not exist');
    return openSqliteDatabase({ path: database, access });
  });
}

export async function convertStoreErrors<T>(
  databaseName: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw convertStoreError(thrown, databaseName);
  }
}

function convertStoreError(thrown: unknown, databaseName: string): unknown {
  if (TimestepError.isInstance(thrown)) return thrown;
  if (isMissingTable(thrown)) {
    const message = `${databaseName} is not a Temporal task store, or was created by an older release: set another database, or start a server with it once to upgrade it`;
    return new TemporalError('no-store', message, { cause: thrown });
  }
  if (thrown instanceof Error && 'errcode' in thrown) return toStoreError(thrown, databaseName);
  const message = `cannot open ${databaseName} (${getErrorReason(thrown)}): check that its address is right and that it is running`;
  return new TemporalError('no-store', message, { cause: thrown });
}

function isMissingTable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  return ('code' in thrown && thrown.code === '42P01') || thrown.message.includes('no such table');
}
