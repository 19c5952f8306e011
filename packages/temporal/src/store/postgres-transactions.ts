import type { ClientBase, Pool } from 'pg';
import type { Row, Transaction } from '@timestep-ai/timestep/store';
import type { Durability } from './task-database.ts';

/**
 * PostgreSQL error codes for a conflict with another transaction. The transaction is then retried.
 */
const SERIALIZATION_CODES: readonly unknown[] = ['40001', '40P01'];
const MAX_ATTEMPTS = 5;
const BEGIN: Readonly<Record<Durability, string>> = {
  now: 'BEGIN',
  // An asynchronous commit reaches the disk with the next synchronous commit, or a moment later.
  soon: 'BEGIN; SET LOCAL synchronous_commit TO off',
};

export interface PostgresTransactions {
  readonly write: <T>(transaction: () => Transaction<T>, durability?: Durability) => Promise<T>;
  readonly read: <T>(transaction: () => Transaction<T>) => Promise<T>;
}

/**
 * Creates functions that run transactions over the connections of a pool, statement by statement.
 */
export function createPostgresTransactions(pool: Pool): PostgresTransactions {
  return {
    async write(transaction, durability = 'now') {
      for (let tries = 1; ; tries += 1) {
        const client = await pool.connect();
        let isBroken = false;
        try {
          await client.query(BEGIN[durability]);
          const value = await runTransaction(client, transaction());
          await client.query('COMMIT');
          return value;
        } catch (thrown) {
          await client.query('ROLLBACK').catch(() => (isBroken = true));
          if (tries >= MAX_ATTEMPTS || !SERIALIZATION_CODES.includes(getErrorCode(thrown)))
            throw thrown;
        } finally {
          client.release(isBroken);
        }
      }
    },
    async read(transaction) {
      const client = await pool.connect();
      try {
        return await runTransaction(client, transaction());
      } finally {
        client.release();
      }
    },
  };
}

async function runTransaction<T>(client: ClientBase, transaction: Transaction<T>): Promise<T> {
  let step = transaction.next([]);
  while (!step.done) {
    const { sql, values } = step.value;
    const result = await client.query<Record<string, unknown>>(numberPlaceholders(sql), [
      ...values,
    ]);
    const rows: readonly Row[] = result.rows;
    step = transaction.next(rows);
  }
  return step.value;
}

/** Replaces each `?` by a numbered PostgreSQL placeholder such as `$1`. */
function numberPlaceholders(sql: string): string {
  let count = 0;
  return sql.replaceAll('?', () => `$${(count += 1)}`);
}

function getErrorCode(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
