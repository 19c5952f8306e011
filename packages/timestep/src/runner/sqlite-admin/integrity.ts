import type { DatabaseSync } from 'node:sqlite';

/** How many problems are reported: the first ones are enough. */
const MOST = 5;

/** What SQLite finds wrong with the file; empty when it is not damaged. */
export function integrityProblems(database: DatabaseSync): string[] {
  return database
    .prepare(`PRAGMA integrity_check(${MOST})`)
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok');
}
