import type { ClientBase, Pool } from 'pg';
import {
  requireBindValue,
  numberPlaceholders,
  type NumberedStatement,
  type SqlValue,
  type Transaction,
} from '@timestep-ai/timestep/store';
import type { Durability } from './task-database.ts';

/** PostgreSQL error codes for a conflict with another transaction. */
const SERIALIZATION_CODES: readonly unknown[] = ['40001', '40P01'];
const MAX_ATTEMPTS = 5;
const BEGIN: Readonly<Record<Durability, string>> = {
  now: 'BEGIN',
  soon: 'BEGIN; SET LOCAL synchronous_commit TO off',
};

export interface PostgresTransactions {
  readonly write: <T>(transaction: () => Transaction<T>, durability?: Durability) => Promise<T>;
  readonly read: <T>(transaction: () => Transaction<T>) => Promise<T>;
}

/** Runs transactions statement by statement. Repeats a transaction after a conflict. */
export function createPostgresTransactions(pool: Pool): PostgresTransactions {
  const numbered = new Map<string, NumberedStatement>();

  async function runTransaction<T>(client: ClientBase, transaction: Transaction<T>): Promise<T> {
    let step = transaction.next({ rows: [], changes: 0 });
    while (!step.done) {
      const { sql, values } = step.value;
      const { text, names } = numbered.get(sql) ?? numberPlaceholders(sql);
      numbered.set(sql, { text, names });
      const bound = names.map((name) => replaceNul(requireBindValue(values[name], name, sql)));
      const { rows, rowCount } = await client.query<Record<string, unknown>>(text, bound);
      step = transaction.next({ rows, changes: rowCount ?? 0 });
    }
    return step.value;
  }

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

/** PostgreSQL rejects a text with NUL, whereas SQLite finds no rows by it. With a replacement, both find none. */
function replaceNul(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

function getErrorCode(thrown: unknown): unknown {
  return thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
}
