import { DatabaseSync } from 'node:sqlite';
import { makePrivateFile } from '@timestep-ai/timestep/port';
import { performIn } from '@timestep-ai/timestep/store';
import { APPLICATION_ID } from './claims.ts';
import { createFileChanges } from './file-changes.ts';
import { SCHEMA } from './schema.ts';
import { createSharedCommits, type Synchronous } from './shared-commits.ts';
import type { Access, TaskDatabase } from './task-database.ts';

/** Which SQLite file a store uses, and how. */
export interface SqliteDatabaseOptions {
  readonly path: string;
  /** Default `FULL`: accepted messages survive a power cut. */
  readonly synchronous?: Synchronous;
  /** Default `make`. */
  readonly access?: Access;
}

/** How long to wait for another process that is writing. */
const BUSY_TIMEOUT_MS = 5000;
/**
 * A log that grew during a long read is cut back to this size once it was copied into the database.
 */
const LOG_BYTES = 8 * 1024 * 1024;

/** Tasks in an SQLite file, which the processes of one machine may share. */
export function openSqliteDatabase({
  path,
  synchronous = 'FULL',
  access = 'make',
}: SqliteDatabaseOptions): TaskDatabase {
  if (access === 'make') makePrivateFile(path);
  const database = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    readOnly: access === 'read',
  });
  refuseForeign(database, path);
  if (access === 'make') make(database);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec(`PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${LOG_BYTES}`);
  const perform = performIn(database);
  const commits = createSharedCommits(database, synchronous);
  const changes = createFileChanges(database);
  return {
    write: (transaction, durability = 'now') =>
      commits.add(() => perform(transaction()), durability),
    async read(transaction) {
      return perform(transaction());
    },
    watch: changes.add,
    announce: changes.tell,
    async close() {
      changes.stop();
      if (!database.isOpen) return;
      commits.flush();
      database.close();
    },
  };
}

function make(database: DatabaseSync): void {
  // Only a new file accepts this setting, with which it can shrink while it is used.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(
    `BEGIN IMMEDIATE; ${SCHEMA.join(';')}; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`,
  );
}

/** Throws for a file of another program, which stays unchanged. */
function refuseForeign(database: DatabaseSync, path: string): void {
  const id = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (id === APPLICATION_ID || (id === 0 && !hasTables)) return;
  database.close();
  throw new Error(`${path} is the database of another program: name another file`);
}
