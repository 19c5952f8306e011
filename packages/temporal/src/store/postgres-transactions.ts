import type { ClientBase, Pool } from 'pg';
import type { Row, Transaction } from '@timestep-ai/timestep/store';
import type { Durability } from './task-database.ts';

/**
 * PostgreSQL's codes for a conflict with another transaction, after which a transaction begins
 * again.
 */
const SERIALIZATION_CODES: readonly unknown[] = ['40001', '40P01'];
const TRIES = 5;
const BEGIN: Readonly<Record<Durability, string>> = {
  now: 'BEGIN',
  // Such a write reaches the disk with the next synchronous commit, or a moment later.
  soon: 'BEGIN; SET LOCAL synchronous_commit TO off',
};

export interface PostgresTransactions {
  readonly write: <T>(transaction: () => Transaction<T>, durability?: Durability) => Promise<T>;
  readonly read: <T>(transaction: () => Transaction<T>) => Promise<T>;
}

/** Transactions over the connections of a pool, statement by statement. */
export function createPostgresTransactions(pool: Pool): PostgresTransactions {
  return {
    async write(transaction, durability = 'now') {
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
    },
    async read(transaction) {
      const client = await pool.connect();
      try {
        return await perform(client, transaction());
      } finally {
        client.release();
      }
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
