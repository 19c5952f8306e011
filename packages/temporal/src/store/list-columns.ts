import type { DatabaseSync } from 'node:sqlite';
import {
  buildTaskCountSql,
  COUNT_COLUMNS,
  GROUP_INDEXES,
  SORT_INDEXES,
} from '@timestep-ai/timestep/store';

/**
 * Columns of `task` by which lists are filtered and sorted. Tasks of earlier releases have the
 * defaults. Tokens are no integers, because a model may report any number.
 */
const COLUMNS: readonly string[] = [
  "entry TEXT NOT NULL DEFAULT ''",
  'asked INTEGER NOT NULL DEFAULT 0',
  'tokens DOUBLE PRECISION NOT NULL DEFAULT 0',
  'cost_usd DOUBLE PRECISION NOT NULL DEFAULT 0',
  'took_ms BIGINT NOT NULL DEFAULT 0',
];

/** Statements that create the indexes for lists of tasks. They require the columns in `COLUMNS`. */
const INDEXES: readonly string[] = [
  ...GROUP_INDEXES,
  ...SORT_INDEXES,
  'DROP INDEX IF EXISTS task_by_change',
];

const KEY = 'principal, agent, state, entry, asked';
const selectKey = (row: string): string =>
  ['id', ...KEY.split(', ')].map((name) => `${row}.${name} AS ${name}`).join(', ');

/**
 * Adds the columns and the table of counts to a PostgreSQL store. Triggers keep the counts, so that
 * workers of earlier releases keep them too. Each count is divided into parts by the id of the
 * task, because a transaction that changes a row makes others wait for it.
 */
const ADD_IN_POSTGRES = `DO $change$ BEGIN
  IF to_regclass('task_count') IS NOT NULL THEN RETURN; END IF;
  ALTER TABLE task ${COLUMNS.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')};
  CREATE TABLE task_count (
    principal TEXT NOT NULL,
    agent TEXT NOT NULL,
    state TEXT NOT NULL,
    entry TEXT NOT NULL,
    asked INTEGER NOT NULL,
    part INTEGER NOT NULL,
    tasks BIGINT NOT NULL,
    PRIMARY KEY (${KEY}, part)
  );
  INSERT INTO task_count SELECT ${KEY}, ascii(right(id, 1)) % 16, count(*) FROM task
    GROUP BY ${KEY}, ascii(right(id, 1)) % 16;
  -- Rows are changed in one order, so that transactions do not wait for each other in a circle.
  CREATE OR REPLACE FUNCTION count_task() RETURNS trigger LANGUAGE plpgsql
    SET search_path FROM CURRENT AS $body$ BEGIN
    INSERT INTO task_count SELECT ${KEY}, ascii(right(id, 1)) % 16, added FROM (
      SELECT ${selectKey('old')}, -1 AS added WHERE TG_OP <> 'INSERT' UNION ALL
      SELECT ${selectKey('new')}, 1 AS added WHERE TG_OP <> 'DELETE'
    ) AS moved ORDER BY state
    ON CONFLICT (${KEY}, part) DO UPDATE SET tasks = task_count.tasks + excluded.tasks;
    RETURN NULL;
  END $body$;
  CREATE TRIGGER task_added_or_removed AFTER INSERT OR DELETE ON task
    FOR EACH ROW EXECUTE FUNCTION count_task();
  CREATE TRIGGER task_changed AFTER UPDATE OF state ON task
    FOR EACH ROW WHEN (old.state <> new.state) EXECUTE FUNCTION count_task();
END $change$`;

/** Statements that prepare the table `task` of a PostgreSQL store for lists. */
export const POSTGRES_LISTS: readonly string[] = [ADD_IN_POSTGRES, ...INDEXES];

const HAS_COUNTS = "SELECT 1 FROM sqlite_schema WHERE name = 'task_count'";

/**
 * Whether an SQLite store has the table of task counts, which makes task lists fast. It is missing if only
 * earlier releases have opened the file.
 */
export function hasTaskCounts(database: DatabaseSync): boolean {
  return database.prepare(HAS_COUNTS).get() !== undefined;
}

/** Prepares the table `task` of an SQLite store for lists. Must run in a transaction. */
export function migrateTaskTableForLists(database: DatabaseSync): void {
  if (!hasTaskCounts(database)) {
    for (const column of COLUMNS) database.exec(`ALTER TABLE task ADD COLUMN ${column}`);
    database.exec(buildTaskCountSql(COUNT_COLUMNS));
    database.exec(`INSERT INTO task_count SELECT ${KEY}, count(*) FROM task GROUP BY ${KEY}`);
  }
  for (const sql of INDEXES) database.exec(sql);
}
