import { execute, queryFirst, queryRows, type Transaction } from '@timestep-ai/timestep/store';
import { Pool } from 'pg';
import { createPostgresNotifier } from './postgres-notifier.ts';
import { createPostgresTransactions, type PostgresTransactions } from './postgres-transactions.ts';
import { getDatabaseNameWithoutPassword } from './backend-identity.ts';
import { POSTGRES_LISTS } from './list-columns.ts';
import { SCHEMA } from './schema.ts';
import { readStoreVersion, recordTablesVersion, requireKnownVersion } from './store-version.ts';
import type { Access, TaskDatabase } from './task-database.ts';

/** Options of a PostgreSQL store. */
export interface PostgresDatabaseOptions {
  /** URL such as `postgres://user:password@host/database`. */
  readonly url: string;
  /** Schema of the tables; created if it does not exist. Default `public`. */
  readonly schema?: string;
  /** Maximum number of concurrent connections. Default 10. */
  readonly connections?: number;
  /** How the database is opened. Default: `make`, which creates missing tables. */
  readonly access?: Access;
}

const CHANNEL = 'timestep';
/** Number of the advisory lock that is held while tables are created. Any number works; it must never change. */
const SCHEMA_LOCK = 0x54535450;

/** Opens a store in PostgreSQL, which processes on several machines can share. */
export async function openPostgresDatabase(
  options: PostgresDatabaseOptions,
): Promise<TaskDatabase> {
  const { url, schema = 'public', connections = 10, access = 'make' } = options;
  const given = [
    `-c search_path=${schema}`,
    ...(access === 'read' ? ['-c default_transaction_read_only=on'] : []),
  ];
  const settings = {
    connectionString: url,
    options: given.join(' '),
    application_name: 'timestep',
  };
  const pool = new Pool({ ...settings, max: connections });
  pool.on('error', ignoreError);
  const { read, write } = createPostgresTransactions(pool);
  const { watch, announce, close } = createPostgresNotifier(pool, settings, `${CHANNEL}_${schema}`);
  let isClosed = false;
  let hasCounts = true;
  try {
    requireKnownVersion(await read(readStoreVersion), getDatabaseNameWithoutPassword(url));
    if (access === 'make') await createTables(pool, schema, write);
    else hasCounts = await read(hasTaskCounts);
  } catch (thrown) {
    await close();
    await pool.end();
    throw thrown;
  }
  return {
    hasCounts,
    write,
    read,
    watch,
    notify: announce,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await close();
      await pool.end();
    },
  };
}

async function createTables(
  pool: Pool,
  schema: string,
  write: PostgresTransactions['write'],
): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`).catch(ignoreError);
  // Each table gets its own transaction: locks taken in different orders could deadlock.
  const steps = [...SCHEMA, ...POSTGRES_LISTS].map((sql) => () => execute(sql));
  for (const step of [...steps, recordTablesVersion]) {
    await write(function* runSchemaStepUnderLock() {
      yield* queryRows('SELECT pg_advisory_xact_lock(:lock)', { lock: SCHEMA_LOCK });
      yield* step();
    });
  }
}

function* hasTaskCounts(): Transaction<boolean> {
  const row = yield* queryFirst("SELECT to_regclass('task_count') AS name");
  return typeof row?.['name'] === 'string';
}

function ignoreError(): void {}
