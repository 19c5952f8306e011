import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row, Transaction } from './statement.ts';

/**
 * Runs a transaction's statements synchronously, inside the transaction that is already open on the
 * database.
 */
export type RunTransaction = <T>(transaction: Transaction<T>) => T;

/**
 * Returns a function that runs transactions on an SQLite database. Each statement is prepared once.
 */
export function createTransactionRunner(database: DatabaseSync): RunTransaction {
  const prepared = new Map<string, StatementSync>();
  return (transaction) => {
    let step = transaction.next([]);
    while (!step.done) {
      const { sql, values } = step.value;
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      const rows: readonly Row[] = statement.all(...values);
      step = transaction.next(rows);
    }
    return step.value;
  };
}
