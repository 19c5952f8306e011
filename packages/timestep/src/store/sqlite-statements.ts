import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Row, Transaction } from './statement.ts';

/** Performs a transaction at once, within the transaction that the database is in. */
export type Perform = <T>(transaction: Transaction<T>) => T;

/** Performs transactions in an SQLite database; each statement is prepared once. */
export function performIn(database: DatabaseSync): Perform {
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
