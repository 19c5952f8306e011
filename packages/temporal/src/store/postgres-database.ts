import { Pool } from 'pg';
import { createPostgresNews } from './postgres-news.ts';
import { createPostgresTransactions, type PostgresTransactions } from './postgres-transactions.ts';
import { SCHEMA } from './schema.ts';
import type { Access, TaskDatabase } from './task-database.ts';

/** Which PostgreSQL a store uses, and how. */
export interface PostgresDatabaseOptions {
  /** An address such as `postgres://user:password@host/database`. */
  readonly url: string;
  /** Default `public`. It is created where it does not exist. */
  readonly schema?: string;
  /** Connections at a time; default 10. */
  readonly connections?: number;
  /** Default `make`. */
  readonly access?: Access;
}

const CHANNEL = 'timestep';
/**
 * One process at a time creates the tables; the number of the lock is arbitrary but must never
 * change.
 */
const SCHEMA_LOCK = 0x54535450;

/** Tasks in PostgreSQL, which the processes of many machines may share. */
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
  // A broken idle connection is replaced at its next use.
  pool.on('error', ignored);
  const { read, write } = createPostgresTransactions(pool);
  const { watch, announce, close } = createPostgresNews(pool, settings, `${CHANNEL}_${schema}`);
  let isClosed = false;
  if (access === 'make') await makeTables(pool, schema, write);
  return {
    write,
    read,
    watch,
    announce,
    async close() {
      if (isClosed) return;
      isClosed = true;
      await close();
      await pool.end();
    },
  };
}

async function makeTables(
  pool: Pool,
  schema: string,
  write: PostgresTransactions['write'],
): Promise<void> {
  await pool.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`).catch(ignored);
  // Each statement has its own transaction, because transactions that lock several tables in
  // different orders would wait for each other.
  for (const sql of SCHEMA) {
    await write(function* make() {
      yield { sql: 'SELECT pg_advisory_xact_lock(?)', values: [SCHEMA_LOCK] };
      yield { sql, values: [] };
    });
  }
}

function ignored(): void {}
