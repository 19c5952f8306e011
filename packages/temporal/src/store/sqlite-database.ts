import { DatabaseSync } from 'node:sqlite';
import { performIn } from 'timestep/store';
import { APPLICATION_ID } from './claims.ts';
import { SCHEMA } from './schema.ts';
import type { Access, Durability, TaskDatabase } from './task-database.ts';

/** Which SQLite file a store uses, and how. */
export interface SqliteDatabaseOptions {
  readonly path: string;
  /** Default `FULL`: what was accepted survives a power cut. */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /** Default `make`. */
  readonly access?: Access;
}

/** How long to wait for another process that is writing. */
const BUSY_TIMEOUT_MS = 5000;
/** A log that grew while somebody read for long is cut back to this once it is taken in. */
const LOG_BYTES = 8 * 1024 * 1024;
/** How often to ask whether other processes have written. */
const LOOK_MS = 25;

interface Waiting {
  /** Does the work and returns what is to be said once it is durable. */
  readonly work: () => () => void;
  readonly durability: Durability;
  readonly reject: (thrown: unknown) => void;
}

/** Tasks in an SQLite file, which the processes of one machine may share. */
export function openSqliteDatabase({
  path,
  synchronous = 'FULL',
  access = 'make',
}: SqliteDatabaseOptions): TaskDatabase {
  const database = new DatabaseSync(path, {
    timeout: BUSY_TIMEOUT_MS,
    readOnly: access === 'read',
  });
  refuseForeign(database, path);
  if (access === 'make') make(database);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec(`PRAGMA secure_delete = ON; PRAGMA journal_size_limit = ${LOG_BYTES}`);
  const perform = performIn(database);
  const watchers = new Set<(taskId?: string) => void>();
  let current = synchronous;
  const dataVersion = database.prepare('PRAGMA data_version');
  let waiting: Waiting[] = [];
  let looking: NodeJS.Timeout | undefined;
  let version = versionNow();

  function versionNow(): unknown {
    return dataVersion.get()?.['data_version'];
  }

  /** Everything asked for in one turn of the event loop shares a commit; what fails, fails alone. */
  function commit(): void {
    const batch = waiting;
    waiting = [];
    try {
      syncAs(batch.every(({ durability }) => durability === 'soon') ? 'NORMAL' : synchronous);
      database.exec('BEGIN IMMEDIATE');
      const answers = batch.map(inSavepoint);
      database.exec('COMMIT');
      for (const answer of answers) answer();
    } catch (thrown) {
      if (database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of batch) reject(thrown);
    }
  }

  /** A commit that is synced syncs those before it as well: they are in the same file. */
  function syncAs(wanted: 'FULL' | 'NORMAL'): void {
    if (wanted !== current) database.exec(`PRAGMA synchronous = ${wanted}`);
    current = wanted;
  }

  function inSavepoint({ work, reject }: Waiting): () => void {
    database.exec('SAVEPOINT alone');
    try {
      const answer = work();
      database.exec('RELEASE alone');
      return answer;
    } catch (thrown) {
      database.exec('ROLLBACK TO alone; RELEASE alone');
      return () => reject(thrown);
    }
  }

  function look(): void {
    const seen = versionNow();
    if (seen === version) return;
    version = seen;
    tell();
  }

  function tell(taskId?: string): void {
    for (const onChange of watchers) onChange(taskId);
  }

  return {
    write: (transaction, durability = 'now') =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(commit);
        const work = () => {
          const value = perform(transaction());
          return () => resolve(value);
        };
        waiting.push({ work, durability, reject });
      }),
    async read(transaction) {
      return perform(transaction());
    },
    watch(onChange) {
      watchers.add(onChange);
      looking ??= setInterval(look, LOOK_MS);
      return () => {
        watchers.delete(onChange);
        if (watchers.size > 0) return;
        clearInterval(looking);
        looking = undefined;
      };
    },
    announce: tell,
    async close() {
      clearInterval(looking);
      if (!database.isOpen) return;
      if (waiting.length > 0) commit();
      database.close();
    },
  };
}

function make(database: DatabaseSync): void {
  // Only a new file takes this: it can then give room back while it is used.
  database.exec('PRAGMA auto_vacuum = INCREMENTAL');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(
    `BEGIN IMMEDIATE; ${SCHEMA.join(';')}; PRAGMA application_id = ${APPLICATION_ID}; COMMIT`,
  );
}

/** A file of something else stays as it is. */
function refuseForeign(database: DatabaseSync, path: string): void {
  const id = Number(database.prepare('PRAGMA application_id').get()?.['application_id']);
  const hasTables = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() !== undefined;
  if (id === APPLICATION_ID || (id === 0 && !hasTables)) return;
  database.close();
  throw new Error(`${path} is the database of something else: name another file`);
}
