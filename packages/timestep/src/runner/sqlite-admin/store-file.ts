import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '../../core/index.ts';
import { APPLICATION_ID, BUSY_TIMEOUT_MS, SCHEMA_VERSION } from '../sqlite/database.ts';
import { StoreError, storeErrorOf } from '../sqlite/store-error.ts';
import { StoreAdminError } from './store-admin-error.ts';

/** A database of tasks, opened beside the runners that have it open. */
export interface StoreFile {
  readonly path: string;
  readonly database: DatabaseSync;
}

/** Whether a database is opened to be read or to be changed. */
export type StoreAccess = 'read' | 'write';

/**
 * Opens an existing database, uses it and closes it. It creates and migrates nothing, because that
 * is the runner's part. Rejects with `StoreError` or `StoreAdminError`, which name the file and
 * what to do.
 */
export async function withStore<T>(
  path: string,
  access: StoreAccess,
  use: (store: StoreFile) => T | Promise<T>,
): Promise<T> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) {
    const what = found ? 'is not a file' : 'does not exist';
    const message = `${path} ${what}: give the path of the database with --database`;
    throw new StoreAdminError('no-database', message);
  }
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: access === 'read', timeout: BUSY_TIMEOUT_MS });
    checkVersion(database, path);
    return await use({ path, database });
  } catch (thrown) {
    throw storeFailureOf(thrown, path);
  } finally {
    database?.close();
  }
}

/** Turns an exception from the use of a database into an error with advice for people. */
function storeFailureOf(thrown: unknown, path: string): unknown {
  if (TimestepError.isInstance(thrown)) return thrown;
  if (thrown instanceof SyntaxError) {
    const message = `${path}: a record cannot be read: the database is damaged; check it with timestep doctor`;
    return new StoreError('corrupt', message, { cause: thrown });
  }
  return thrown instanceof Error && 'errcode' in thrown ? storeErrorOf(thrown, path) : thrown;
}

/** Runs one transaction. */
export function transaction<T>({ database }: StoreFile, write: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = write();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

export function pragmaNumber(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

function checkVersion(database: DatabaseSync, path: string): void {
  const version = pragmaNumber(database, 'user_version');
  if (pragmaNumber(database, 'application_id') !== APPLICATION_ID) {
    throw new StoreError('not-ours', `${path} is not a database of Timestep: choose another path`);
  }
  if (version > SCHEMA_VERSION) {
    const message = `${path} was written by a newer release (schema ${version}, this one knows ${SCHEMA_VERSION}): upgrade`;
    throw new StoreError('newer-version', message);
  }
  if (version < SCHEMA_VERSION) {
    const message = `${path} was written by an older release (schema ${version}, this one has ${SCHEMA_VERSION}): start a server on it once, which brings it up to date`;
    throw new StoreAdminError('older-version', message);
  }
}
