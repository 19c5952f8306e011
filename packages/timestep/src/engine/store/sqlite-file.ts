import type { DatabaseSync } from 'node:sqlite';

/** Reads a numeric pragma of an SQLite database. 0 if SQLite does not know it. */
export function readPragma(database: DatabaseSync, name: string): number {
  const row = database.prepare(`PRAGMA ${name}`).get() ?? {};
  return Number(Object.values(row)[0] ?? 0);
}

/** Calls `act` in a transaction, which is rolled back if it throws. */
export function runInTransaction<T>(
  database: DatabaseSync,
  act: () => T,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE',
): T {
  database.exec(begin);
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (thrown) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw thrown;
  }
}
