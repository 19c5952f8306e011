import type { DatabaseSync } from 'node:sqlite';
import { buildTaskCountSql, COUNT_COLUMNS } from '#engine/store';

/** Columns of `task` by which lists are filtered and sorted. Tasks of earlier releases have the defaults. */
const COLUMNS: readonly (readonly [name: string, type: string, fallback: string])[] = [
  ['entry', 'TEXT', "''"],
  ['asked', 'INTEGER', '0'],
  ['tokens', 'INTEGER', '0'],
  ['cost_usd', 'REAL', '0'],
  ['took_ms', 'INTEGER', '0'],
];

const COUNT_BY_ENTRY = `
  DROP TRIGGER IF EXISTS task_added;
  DROP TRIGGER IF EXISTS task_changed;
  DROP TRIGGER IF EXISTS task_removed;
  ALTER TABLE task_count RENAME TO earlier_count;
  ${buildTaskCountSql(COUNT_COLUMNS)}
  INSERT INTO task_count SELECT principal, agent, state, '', 0, tasks FROM earlier_count;
  DROP TABLE earlier_count;`;

/**
 * Adds the columns to a file of an earlier release, and counts its tasks again by protocol. Earlier
 * releases can still use the file, because they name the columns that they write.
 */
export function addEntryPointColumns(database: DatabaseSync): void {
  if (hasEntryColumns(database)) return;
  for (const [name, type, fallback] of COLUMNS)
    database.exec(`ALTER TABLE task ADD COLUMN ${name} ${type} NOT NULL DEFAULT ${fallback}`);
  database.exec(COUNT_BY_ENTRY);
}

/**
 * Lets queries for newer columns read a file of an earlier release that must not be changed: temporary views
 * add the missing columns, only for this connection.
 */
export function addMissingColumnsByTemporaryViews(database: DatabaseSync): void {
  if (hasEntryColumns(database)) return;
  const columns = COLUMNS.map(([name, , fallback]) => `${fallback} AS ${name}`).join(', ');
  database.exec(`CREATE TEMP VIEW task AS SELECT *, ${columns} FROM main.task;
    CREATE TEMP VIEW task_count AS SELECT *, '' AS entry, 0 AS asked FROM main.task_count`);
}

function hasEntryColumns(database: DatabaseSync): boolean {
  const sql = "SELECT 1 FROM pragma_table_info('task') WHERE name = 'entry'";
  return database.prepare(sql).get() !== undefined;
}
