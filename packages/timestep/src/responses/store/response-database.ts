import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '../../port/index.ts';
import { ResponseStoreError } from './response-store-error.ts';

/** "TSTR", by which SQLite files of ours are told from others. */
const APPLICATION_ID = 0x54535452;

/**
 * Each entry brings the schema from the version before it (its index) to the next. `used` counts
 * uses, so that what was used least recently has the smallest; totals are kept by triggers, so that
 * asking for them does not cost more the more is kept.
 */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE response (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    used INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    unfinished INTEGER NOT NULL,
    size INTEGER NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  );
  CREATE UNIQUE INDEX response_by_use ON response (used);
  CREATE INDEX response_unfinished ON response (used) WHERE unfinished = 1;
  CREATE TABLE item (
    principal TEXT NOT NULL,
    id TEXT NOT NULL,
    response_id TEXT NOT NULL,
    PRIMARY KEY (principal, id)
  ) WITHOUT ROWID;
  CREATE INDEX item_of_response ON item (principal, response_id);
  CREATE TABLE total (entries INTEGER NOT NULL, size INTEGER NOT NULL);
  INSERT INTO total VALUES (0, 0);
  CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
    UPDATE total SET entries = entries + 1, size = size + new.size;
  END;
  CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
    UPDATE total SET entries = entries - 1, size = size - old.size;
    DELETE FROM item WHERE principal = old.principal AND response_id = old.id;
  END;
  `,
  `
  ALTER TABLE response ADD COLUMN holder TEXT NOT NULL DEFAULT '';
  ALTER TABLE response ADD COLUMN held_until INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX response_ended ON response (used) WHERE unfinished = 0;
  `,
  `
  CREATE TABLE account (
    principal TEXT NOT NULL,
    unfinished INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    size INTEGER NOT NULL,
    PRIMARY KEY (principal, unfinished)
  ) WITHOUT ROWID;
  INSERT INTO account SELECT principal, unfinished, count(*), sum(size) FROM response
    GROUP BY principal, unfinished;
  CREATE INDEX account_by_entries ON account (entries) WHERE unfinished = 0;
  CREATE INDEX account_by_size ON account (size) WHERE unfinished = 0;
  CREATE INDEX response_ended_of ON response (principal, used) WHERE unfinished = 0;
  DROP TRIGGER IF EXISTS response_added;
  CREATE TRIGGER response_added AFTER INSERT ON response BEGIN
    UPDATE total SET entries = entries + 1, size = size + new.size;
    INSERT INTO account VALUES (new.principal, new.unfinished, 1, new.size)
      ON CONFLICT DO UPDATE SET entries = entries + 1, size = size + excluded.size;
  END;
  DROP TRIGGER IF EXISTS response_removed;
  CREATE TRIGGER response_removed AFTER DELETE ON response BEGIN
    UPDATE total SET entries = entries - 1, size = size - old.size;
    UPDATE account SET entries = entries - 1, size = size - old.size
      WHERE principal = old.principal AND unfinished = old.unfinished;
    DELETE FROM account
      WHERE principal = old.principal AND unfinished = old.unfinished AND entries = 0;
    DELETE FROM item WHERE principal = old.principal AND response_id = old.id;
  END;
  `,
];

const SCHEMA_VERSION = MIGRATIONS.length;

/** A log that grew while somebody read for long is cut back to this once it is taken in. */
const LOG_BYTES = 8 * 1024 * 1024;
/** Files up to here are written anew in some milliseconds. */
const SMALL_PAGES = 1024;

/** How long to wait for another process that is writing. */
const BUSY_TIMEOUT_MS = 5000;

/** Opens the database, makes it or brings it up to date. Throws `ResponseStoreError`. */
export function openResponseDatabase(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    makePrivateFile(path);
    const opened = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
    database = opened;
    // Only a new file takes this: it can then give room back while it is used.
    opened.exec('PRAGMA auto_vacuum = INCREMENTAL');
    opened.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    opened.exec(`PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${LOG_BYTES}`);
    inTransaction(opened, () => migrate(opened, path));
    opened.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return opened;
  } catch (thrown) {
    database?.close();
    if (thrown instanceof ResponseStoreError) throw thrown;
    const detail = thrown instanceof Error ? ` (${thrown.message})` : '';
    const message = `${path} cannot be opened as a database: check path, permissions and content${detail}`;
    throw new ResponseStoreError('cannot-open', message, { cause: thrown });
  }
}

/**
 * Leaves nothing of what was deleted in bytes that no record uses: in the write-ahead log, and, where
 * the file is small enough to be written anew at once, in pages that records were moved in. False
 * where somebody else reads or writes just now.
 */
export function eraseTraces(database: DatabaseSync): boolean {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
    if (pages <= SMALL_PAGES) database.exec('VACUUM');
    return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.['busy'] === 0;
  } catch {
    return false;
  } finally {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}

/** Does all of it or, where it throws, nothing. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const done = work();
    database.exec('COMMIT');
    return done;
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}

function migrate(database: DatabaseSync, path: string): void {
  const version = pragma(database, 'user_version');
  const application = pragma(database, 'application_id');
  if (application !== APPLICATION_ID && (application !== 0 || hasTables(database))) {
    const message = `${path} is the database of something else: choose another path for responses`;
    throw new ResponseStoreError('not-ours', message);
  }
  if (version > SCHEMA_VERSION) {
    const message = `${path} was written by a newer release (schema ${version}, this one knows ${SCHEMA_VERSION}): upgrade`;
    throw new ResponseStoreError('newer-version', message);
  }
  for (const migration of MIGRATIONS.slice(version)) database.exec(migration);
  database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
}

function pragma(database: DatabaseSync, name: 'user_version' | 'application_id'): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
}
