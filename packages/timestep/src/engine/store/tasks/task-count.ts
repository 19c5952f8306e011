/** A column of `task` by which tasks are counted, and its type. */
export type CountColumn = readonly [name: string, type: string];

/** Columns by which tasks are counted in the database files of every release. */
export const EARLIEST_COUNT_COLUMNS: readonly CountColumn[] = [
  ['principal', 'TEXT'],
  ['agent', 'TEXT'],
  ['state', 'TEXT'],
];

/** Columns by which tasks are counted. */
export const COUNT_COLUMNS: readonly CountColumn[] = [
  ...EARLIEST_COUNT_COLUMNS,
  ['entry', 'TEXT'],
  ['asked', 'INTEGER'],
];

/**
 * Builds the statements that create the table `task_count` and keep it in SQLite. The number of tasks is
 * kept in a table, because counting a million rows is too slow.
 */
export function buildTaskCountSql(columns: readonly CountColumn[]): string {
  const names = columns.map(([name]) => name);
  const values = names.map((name) => `new.${name}`).join(', ');
  const isCounted = names.map((name) => `${name} = old.${name}`).join(' AND ');
  const added = `INSERT INTO task_count VALUES (${values}, 1)
    ON CONFLICT DO UPDATE SET tasks = tasks + 1;`;
  const removed = `UPDATE task_count SET tasks = tasks - 1 WHERE ${isCounted};`;
  return `
  CREATE TABLE task_count (
    ${columns.map(([name, type]) => `${name} ${type} NOT NULL`).join(',\n    ')},
    tasks INTEGER NOT NULL,
    PRIMARY KEY (${names.join(', ')})
  ) WITHOUT ROWID;
  CREATE TRIGGER task_added AFTER INSERT ON task BEGIN ${added} END;
  CREATE TRIGGER task_changed AFTER UPDATE OF state ON task WHEN new.state <> old.state BEGIN
    ${removed} ${added}
  END;
  CREATE TRIGGER task_removed AFTER DELETE ON task BEGIN ${removed} END;`;
}
