import type { DatabaseSync } from 'node:sqlite';

/** Maximum number of reported problems. */
const MAX_PROBLEMS = 5;

/** Lists the problems that SQLite finds in the file. Empty if it is not damaged. */
export function listIntegrityProblems(database: DatabaseSync): string[] {
  return database
    .prepare(`PRAGMA integrity_check(${MAX_PROBLEMS})`)
    .all()
    .map((row) => String(row['integrity_check']))
    .filter((line) => line !== 'ok');
}
