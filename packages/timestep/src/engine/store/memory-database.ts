import { DatabaseSync } from 'node:sqlite';
import { createTransactionRunner } from './transaction-runner.ts';
import type { SqlDatabase, Transaction } from './statement.ts';

/** An SQLite database in the memory of this process. */
export interface MemoryDatabase extends SqlDatabase {
  /** Runs a transaction at once. */
  run<T>(transaction: () => Transaction<T>): T;
}

export function createMemoryDatabase(tables: readonly string[]): MemoryDatabase {
  let runInTransaction: MemoryDatabase['run'] | undefined;

  function openDatabase(): MemoryDatabase['run'] {
    const database = new DatabaseSync(':memory:');
    database.exec(tables.join(';'));
    const perform = createTransactionRunner(database);
    const [begin, commit] = ['BEGIN', 'COMMIT'].map((sql) => database.prepare(sql));
    return (transaction) => {
      begin?.run();
      try {
        const result = perform(transaction());
        commit?.run();
        return result;
      } catch (thrown) {
        database.exec('ROLLBACK');
        throw thrown;
      }
    };
  }

  function run<T>(transaction: () => Transaction<T>): T {
    runInTransaction ??= openDatabase();
    return runInTransaction(transaction);
  }

  return {
    run,
    write: async (transaction) => run(transaction),
    read: async (transaction) => run(transaction),
  };
}
