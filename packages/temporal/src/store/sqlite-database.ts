import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '@timestep-ai/timestep/port';
import {
  createTransactionRunner,
  enableWriteAheadLog,
  readPragma,
  requireSafeDisk,
  runInTransaction,
} from '@timestep-ai/timestep/store';
import { APPLICATION_ID } from './backend-identity.ts';
import { createFileWatcher } from './file-watcher.ts';
import { migrateTaskTableForLists, hasTaskCounts } from './list-columns.ts';
import { SCHEMA } from './schema.ts';
import { requireKnownVersion, STORE_VERSION } from './store-version.ts';
import { createSharedCommits, type Synchronous } from './shared-commits.ts';
import type { Access, TaskDatabase } from './task-database.ts';

/** Options of an SQLite store. */
export interface SqliteDatabaseOptions {
  readonly path: string;
  /** SQLite's synchronous mode. Default `FULL`: accepted messages survive a power failure. */
  readonly synchronous?: Synchronous;
  /** How the file is opened. Default: `make`, which creates missing tables. */
  readonly access?: Access;
}

const BUSY_TIMEOUT_MS = 5000;
/** Size in bytes to which the write-ahead log is truncated after a long read made it grow. */
const LOG_BYTES = 8 * 1024 * 1024;

/** Opens a store in an SQLite file, which processes on one machine can share. */
export function openSqliteDatabase({
  path,
  synchronous = 'FULL',
  access = 'make',
}: SqliteDatabaseOptions): TaskDatabase {
  if (access !== 'read') requireSafeDisk(path);
  if (access === 'make') createPrivateFile(path);
  const database = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    readOnly: access === 'read',
  });
  requireKnownFileOrClose(database, path);
  if (access === 'make') createTables(database);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec(`PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${LOG_BYTES}`);
  const perform = createTransactionRunner(database);
  const commits = createSharedCommits(database, synchronous);
  const changes = createFileWatcher(database);
  return {
    hasCounts: hasTaskCounts(database),
    write: (transaction, durability = 'now') =>
      commits.add(() => perform(transaction()), durability),
    async read(transaction) {
      return perform(transaction());
    },
    watch: changes.add,
    notify: changes.notify,
    async close() {
      changes.stopPolling();
      if (!database.isOpen) return;
      commits.commitWaitingWork();
      database.close();
    },
  };
}

function createTables(database: DatabaseSync): void {
  // SQLite accepts `auto_vacuum`, with which the file can shrink, only in a new file.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  enableWriteAheadLog(database);
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA.join(';')}`);
  migrateTaskTableForLists(database);
  database.exec(
    `PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${STORE_VERSION}; COMMIT`,
  );
}

/** Throws if the SQLite file belongs to another program, or was written by a newer release. */
function requireKnownFileOrClose(database: DatabaseSync, path: string): void {
  try {
    // The transaction prevents that another process creates the tables in between.
    runInTransaction(database, () => requireKnownFile(database, path), 'BEGIN');
  } catch (thrown) {
    database.close();
    throw thrown;
  }
}

function requireKnownFile(database: DatabaseSync, path: string): void {
  const id = readPragma(database, 'application_id');
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (id !== APPLICATION_ID && (id !== 0 || hasTables))
    throw new Error(`${path} belongs to another program: choose another file`);
  requireKnownVersion(readPragma(database, 'user_version'), path);
}
