import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { TimestepError } from '#core';
import {
  APPLICATION_ID,
  BUSY_TIMEOUT_MS,
  makeCompatibleChanges,
  createNewerVersionError,
  SCHEMA_VERSION,
} from '../sqlite/file/database.ts';
import { addMissingColumnsByTemporaryViews } from '../sqlite/file/entry-columns.ts';
import {
  createTransactionRunner,
  readPragma,
  requireSafeDisk,
  runInTransaction,
  StoreError,
  toStoreError,
  type SqlDatabase,
} from '#engine/store';
import { StoreAdminError } from './store-admin-error.ts';

/** A task database that is open for an operator while runners may use it. */
export interface StoreFile {
  readonly path: string;
  readonly database: DatabaseSync;
}

export type StoreAccess = 'read' | 'write';

/** Opens an existing database, calls `use`, and closes it. Only a runner creates or migrates databases. */
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
    if (access === 'write') requireSafeDisk(path);
    database = new DatabaseSync(path, { readOnly: access === 'read', timeout: BUSY_TIMEOUT_MS });
    requireCurrentVersion(database, path);
    const opened = database;
    if (access === 'write') runInTransaction(opened, () => makeCompatibleChanges(opened));
    else addMissingColumnsByTemporaryViews(opened);
    return await use({ path, database });
  } catch (thrown) {
    throw toStoreFailure(thrown, path);
  } finally {
    database?.close();
  }
}

function toStoreFailure(thrown: unknown, path: string): unknown {
  if (TimestepError.isInstance(thrown)) return thrown;
  if (thrown instanceof SyntaxError) {
    const message = `${path}: a record cannot be read: the database is damaged; check it with timestep doctor`;
    return new StoreError('corrupt', message, { cause: thrown });
  }
  return thrown instanceof Error && 'errcode' in thrown ? toStoreError(thrown, path) : thrown;
}

/** Creates transactions for a database that no runner of this process has open. */
export function createStoreDatabase({ database }: StoreFile): SqlDatabase {
  const perform = createTransactionRunner(database);
  return {
    write: async (transaction) => runInTransaction(database, () => perform(transaction())),
    read: async (transaction) => perform(transaction()),
  };
}

function requireCurrentVersion(database: DatabaseSync, path: string): void {
  const version = readPragma(database, 'user_version');
  if (readPragma(database, 'application_id') !== APPLICATION_ID) {
    throw new StoreError('not-ours', `${path} is not a database of Timestep: choose another path`);
  }
  if (version > SCHEMA_VERSION) {
    throw createNewerVersionError(path, version);
  }
  if (version < SCHEMA_VERSION) {
    const message = `${path} was written by an older release (schema ${version}; this release needs ${SCHEMA_VERSION}): start a server with it once, which upgrades it`;
    throw new StoreAdminError('older-version', message);
  }
}
