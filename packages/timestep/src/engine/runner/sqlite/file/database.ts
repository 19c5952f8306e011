import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '#engine/port';
import {
  AGENT_VERSION_TABLES,
  FILE_TABLES,
  OPEN_SPAN_TABLE,
  requireSafeDisk,
  RESPONSE_TABLES,
  buildTaskCountSql,
  EARLIEST_COUNT_COLUMNS,
  enableWriteAheadLog,
  GROUP_INDEXES,
  SORT_INDEXES,
  SESSION_INDEXES,
  SESSION_TABLES,
  WAITING_TASKS_INDEX,
  TRACE_TABLES,
  VECTOR_TABLES,
  WORK_TABLE,
  CALL_TABLE,
  readPragma,
  runInTransaction,
  StoreError,
  toStoreError,
  type Disk,
} from '#engine/store';
import { addEntryPointColumns } from './entry-columns.ts';

/** When SQLite syncs to disk: `FULL` at every commit; `NORMAL` may lose the newest commits in a power failure. */
export type Synchronous = 'FULL' | 'NORMAL';

/** SQLite `application_id` of task databases: "TSTP" in ASCII. */
export const APPLICATION_ID = 0x54535450;

/**
 * Each entry upgrades the schema by one version. In early files `event` and `inbound` are `WITHOUT
 * ROWID`, so every statement must work with both forms.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE task (
    id TEXT PRIMARY KEY,
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    context_id TEXT NOT NULL,
    state TEXT NOT NULL,
    ended INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    owner TEXT NOT NULL,
    epoch INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX task_by_change ON task (principal, updated_at DESC, id);
  CREATE INDEX task_by_context ON task (context_id, updated_at DESC);
  CREATE INDEX task_by_end ON task (updated_at, id) WHERE ended = 1;
  CREATE INDEX task_under_way ON task (owner) WHERE ended = 0 AND state <> 'input-required';
  CREATE TABLE event (
    task_id TEXT NOT NULL,
    generation INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (task_id, generation)
  );
  CREATE TABLE snapshot (
    task_id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE inbound (
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    message_id TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    task_id TEXT NOT NULL,
    PRIMARY KEY (principal, agent, message_id)
  );
  CREATE INDEX inbound_by_task ON inbound (task_id);
  CREATE TABLE owner (
    id TEXT PRIMARY KEY,
    lease_until INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE mail (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    task_id TEXT NOT NULL,
    body TEXT NOT NULL
  );
  CREATE INDEX mail_by_task ON mail (task_id);
  CREATE TABLE blob (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
  );
  CREATE TABLE blob_use (
    used_by TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (used_by, hash)
  ) WITHOUT ROWID;
  CREATE INDEX blob_use_by_hash ON blob_use (hash);
  CREATE TABLE push_target (
    task_id TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,
    sent INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    holder TEXT NOT NULL,
    PRIMARY KEY (task_id, id)
  ) WITHOUT ROWID;
  CREATE INDEX push_target_due ON push_target (due_at);
  `,
  `
  CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;
  `,
  'CREATE TABLE erasing (task_id TEXT PRIMARY KEY) WITHOUT ROWID',
  `
  DROP INDEX IF EXISTS task_by_change;
  CREATE INDEX task_by_change ON task (principal, agent, updated_at DESC, id);
  ${buildTaskCountSql(EARLIEST_COUNT_COLUMNS)}
  INSERT INTO task_count SELECT principal, agent, state, count(*) FROM task GROUP BY 1, 2, 3;
  `,
  RESPONSE_TABLES.join(';'),
  SESSION_TABLES.join(';'),
  VECTOR_TABLES.join(';'),
  // `suspended` marks tasks that wait for other tasks and therefore need no process.
  `
  ALTER TABLE task ADD COLUMN suspended INTEGER NOT NULL DEFAULT 0;
  DROP INDEX IF EXISTS task_under_way;
  CREATE INDEX task_under_way ON task (owner)
    WHERE ended = 0 AND state <> 'input-required' AND suspended = 0;
  CREATE TABLE task_wait (
    task_id TEXT NOT NULL,
    key TEXT NOT NULL,
    awaited_id TEXT NOT NULL,
    principal TEXT NOT NULL,
    until_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    PRIMARY KEY (task_id, key)
  ) WITHOUT ROWID;
  CREATE INDEX task_wait_by_awaited ON task_wait (awaited_id);
  CREATE INDEX task_wait_due ON task_wait (due_at);
  `,
  TRACE_TABLES.join(';'),
  WAITING_TASKS_INDEX,
  FILE_TABLES.join(';'),
];

export const SCHEMA_VERSION: number = MIGRATIONS.length;

/**
 * Creates indexes and tables, which replace or complement those of earlier releases. The schema version stays
 * the same, because earlier releases can use such a file too. Lists of tasks, whatever their
 * filter, read only the rows that they show.
 */
const COMPATIBLE_CHANGES: readonly string[] = [
  ...GROUP_INDEXES,
  ...SORT_INDEXES,
  'DROP INDEX IF EXISTS task_of_principal',
  'DROP INDEX IF EXISTS task_of_agent',
  'CREATE INDEX IF NOT EXISTS task_of_context ON task (context_id, updated_at DESC, id)',
  'DROP INDEX IF EXISTS task_by_change',
  'DROP INDEX IF EXISTS task_by_context',
  ...SESSION_INDEXES,
  OPEN_SPAN_TABLE,
  ...AGENT_VERSION_TABLES,
  WORK_TABLE,
  CALL_TABLE,
];

/**
 * Migrates the database file of an earlier release, which can still use it afterwards. Must run in a
 * transaction.
 */
export function makeCompatibleChanges(database: DatabaseSync): void {
  addEntryPointColumns(database);
  for (const change of COMPATIBLE_CHANGES) database.exec(change);
}

/** Milliseconds to wait for another writing process if the wait does not block the event loop. */
export const BUSY_TIMEOUT_MS = 5000;

/** Milliseconds to wait for another writing process if the wait blocks the event loop. */
const BUSY_TIMEOUT_RUNNING_MS = 100;

/** Page size of the file in bytes. It is small, because a commit writes whole pages even for a small record. */
const PAGE_BYTES = 1024;

const LOG_BYTES = 8 * 1024 * 1024;

/** Size of the write-ahead log at which a commit copies it into the database, which blocks the event loop. */
const CHECKPOINT_BYTES = 4 * 1024 * 1024;

/** Opens, creates or migrates a database file that only its owner can read. Throws `StoreError`. */
export function openDatabase(path: string, synchronous: Synchronous, disk?: Disk): DatabaseSync {
  requireSafeDisk(path, disk);
  let database: DatabaseSync | undefined;
  try {
    createPrivateFile(path);
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    // Sets the timeout again, because Node before 22.16 ignores the option `timeout`.
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    // SQLite accepts these settings only in a new file. `auto_vacuum` lets the file shrink.
    database.exec(`PRAGMA page_size = ${PAGE_BYTES}`);
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    enableWriteAheadLog(database);
    // Size in bytes to which the write-ahead log is truncated after a long read made it grow.
    database.exec(`PRAGMA journal_size_limit = ${LOG_BYTES}`);
    database.exec('PRAGMA secure_delete = ON');
    database.exec(`PRAGMA synchronous = ${synchronous}`);
    migrateSchema(database, path);
    const checkpointPages = Math.ceil(CHECKPOINT_BYTES / readPragma(database, 'page_size'));
    database.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_RUNNING_MS}`);
    return database;
  } catch (thrown) {
    database?.close();
    throw toStoreError(thrown, path);
  }
}

function migrateSchema(database: DatabaseSync, path: string): void {
  runInTransaction(database, () => {
    const version = readPragma(database, 'user_version');
    const application = readPragma(database, 'application_id');
    if (application !== APPLICATION_ID && (application !== 0 || hasTables(database))) {
      throw new StoreError(
        'not-ours',
        `${path} is the database of another program: choose another path`,
      );
    }
    if (version > SCHEMA_VERSION) {
      throw createNewerVersionError(path, version);
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
    makeCompatibleChanges(database);
    database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  });
}

/** Creates the error for a file whose schema this release does not know. */
export function createNewerVersionError(path: string, version: number): StoreError {
  const message = `${path} was written by a newer release (schema ${version}; this release supports ${SCHEMA_VERSION}): upgrade timestep, or restore a backup from before that release`;
  return new StoreError('newer-version', message);
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
