import { Client, Pool, type ClientBase } from 'pg';
import type { Row, Transaction } from 'timestep/store';
import { SCHEMA } from './schema.ts';
import type { Access, Durability, TaskDatabase } from './task-database.ts';

/** Which PostgreSQL a store uses, and how. */
export interface PostgresDatabaseOptions {
  /** As `postgres://user:password@host/database`. */
  readonly url: string;
  /** Default `public`. It is made where there is none. */
  readonly schema?: string;
  /** Connections at a time; default 10. */
  readonly connections?: number;
  /** Default `make`. */
  readonly access?: Access;
}

const CHANNEL = 'timestep';
/** One process at a time makes the tables; the number only has to be always the same. */
const SCHEMA_LOCK = 0x54535450;
/** Another transaction was in the way: begin again. */
const SERIALIZATION_CODES: readonly unknown[] = ['40001', '40P01'];
const TRIES = 5;
const BEGIN: Readonly<Record<Durability, string>> = {
  now: 'BEGIN',
  // Written with the next commit that is waited for, or a moment later.
  soon: 'BEGIN; SET LOCAL synchronous_commit TO off',
};
const LISTEN_AGAIN_MS = 1000;

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
  // A connection that breaks while nobody uses it is replaced when somebody does.
  pool.on('error', ignored);
  const channel = `${CHANNEL}_${schema}`;
  const watchers = new Set<(taskId?: string) => void>();
  let listener: Client | undefined;
  let isClosed = false;

  async function write<T>(
    transaction: () => Transaction<T>,
    durability: Durability = 'now',
  ): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const client = await pool.connect();
      let isBroken = false;
      try {
        await client.query(BEGIN[durability]);
        const value = await perform(client, transaction());
        await client.query('COMMIT');
        return value;
      } catch (thrown) {
        await client.query('ROLLBACK').catch(() => (isBroken = true));
        if (tries >= TRIES || !SERIALIZATION_CODES.includes(codeOf(thrown))) throw thrown;
      } finally {
        client.release(isBroken);
      }
    }
  }

  function tell(taskId?: string): void {
    for (const onChange of watchers) onChange(taskId);
  }

  /** Listens for what others announce; after a break, what was missed counts as news. */
  async function listen(): Promise<void> {
    if (isClosed || watchers.size === 0) return;
    const client = new Client(settings);
    listener = client;
    client.on('notification', ({ payload }) => tell(payload));
    client.on('error', ignored);
    client.on('end', () => {
      if (listener === client) listener = undefined;
      if (!isClosed) setTimeout(() => void listen(), LISTEN_AGAIN_MS).unref();
    });
    try {
      await client.connect();
      await client.query(`LISTEN "${channel}"`);
      tell();
    } catch {
      await client.end().catch(ignored);
    }
  }

  async function makeTables(): Promise<void> {
    await pool.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`).catch(ignored);
    // Each by itself: whoever locked several tables would wait for others that do so in another order.
    for (const sql of SCHEMA) {
      await write(function* make() {
        yield { sql: 'SELECT pg_advisory_xact_lock(?)', values: [SCHEMA_LOCK] };
        yield { sql, values: [] };
      });
    }
  }

  if (access === 'make') await makeTables();
  return {
    write,
    async read(transaction) {
      const client = await pool.connect();
      try {
        return await perform(client, transaction());
      } finally {
        client.release();
      }
    },
    watch(onChange) {
      watchers.add(onChange);
      if (!listener) void listen();
      return () => void watchers.delete(onChange);
    },
    announce(taskId) {
      tell(taskId);
      pool.query('SELECT pg_notify($1, $2)', [channel, taskId]).catch(ignored);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await listener?.end().catch(ignored);
      await pool.end();
    },
  };
}

async function perform<T>(client: ClientBase, transaction: Transaction<T>): Promise<T> {
  let step = transaction.next([]);
  while (!step.done) {
    const { sql, values } = step.value;
    const result = await client.query<Record<string, unknown>>(numbered(sql), [...values]);
    const rows: readonly Row[] = result.rows;
    step = transaction.next(rows);
  }
  return step.value;
}

/** PostgreSQL numbers its placeholders. */
function numbered(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${(count += 1)}`);
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}

function ignored(): void {}
