import { DatabaseSync } from 'node:sqlite';
import { runInTransaction } from './sqlite-file.ts';
import type { SqlDatabase, Transaction } from './statement.ts';
import { createTransactionRunner, type RunTransaction } from './transaction-runner.ts';

/** An SQLite database in the memory of this process. It is opened on first use. */
export interface MemoryDatabase extends SqlDatabase {
  run<T>(transaction: () => Transaction<T>): T;
}

export function createMemoryDatabase(tables: readonly string[]): MemoryDatabase {
  let opened: { readonly database: DatabaseSync; readonly perform: RunTransaction } | undefined;

  function createDatabaseWithTables(): NonNullable<typeof opened> {
    const database = new DatabaseSync(':memory:');
    database.exec(tables.join(';'));
    return { database, perform: createTransactionRunner(database) };
  }

  function run<T>(transaction: () => Transaction<T>): T {
    opened ??= createDatabaseWithTables();
    const { database, perform } = opened;
    return runInTransaction(database, () => perform(transaction()), 'BEGIN');
  }

  return {
    run,
    write: async (transaction) => run(transaction),
    read: async (transaction) => run(transaction),
  };
}
