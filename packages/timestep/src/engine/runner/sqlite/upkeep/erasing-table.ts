import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from '../tasks/content-table.ts';

/** Marker for erased text that may remain in the file. Not a task id. */
const TRACES_MARKER = '';

/** SQL that records that erased text may remain in unused bytes of the file. */
export const NOTE_TRACES: string = `INSERT INTO erasing (task_id) VALUES ('${TRACES_MARKER}') ON CONFLICT DO NOTHING`;

/**
 * Hidden tasks whose records are being erased. Any process that has the file open can finish an
 * erasure. All methods must run in a transaction.
 */
export interface ErasingTable {
  /** Hides ended tasks from all processes. Returns whether any task was hidden. */
  hideTasks(taskIds: readonly string[]): boolean;
  /** Erases up to `records` records of hidden tasks. */
  eraseSome(records: number): 'more' | 'done';
  /** Records that erased text may remain in unused bytes of the file. */
  noteTraces(): void;
  hasTraces(): boolean;
  forgetTraces(): void;
  /** Returns whether an erasure is unfinished. */
  hasUnfinished(): boolean;
}

export function createErasingTable(database: DatabaseSync): ErasingTable {
  const deleteTask = database.prepare('DELETE FROM task WHERE id = ? AND ended = 1');
  const deletions = ['inbound', 'snapshot', 'mail', 'push_target', 'trace_claim'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE task_id = ?`),
  );
  const insert = database.prepare(
    'INSERT INTO erasing (task_id) VALUES (?) ON CONFLICT DO NOTHING',
  );
  const next = database.prepare(
    `SELECT task_id FROM erasing WHERE task_id <> '${TRACES_MARKER}' LIMIT 1`,
  );
  const find = database.prepare('SELECT 1 FROM erasing WHERE task_id = ?');
  const any = database.prepare('SELECT 1 FROM erasing LIMIT 1');
  const remove = database.prepare('DELETE FROM erasing WHERE task_id = ?');
  const deleteEvents = database.prepare(
    `DELETE FROM event WHERE task_id = ?1 AND generation IN
       (SELECT generation FROM event WHERE task_id = ?1 ORDER BY generation LIMIT ?2)`,
  );
  const contents = createContentTable(database);
  /** Approximate number of records of a task in addition to its events. */
  const RECORDS_OF_A_TASK = 5;

  return {
    hideTasks(taskIds) {
      let isAny = false;
      for (const id of taskIds) {
        if (deleteTask.run(id).changes === 0) continue;
        isAny = true;
        insert.run(id);
        for (const deletion of deletions) deletion.run(id);
      }
      return isAny;
    },
    eraseSome(records) {
      let left = records;
      while (left > 0) {
        const row = next.get();
        if (!row) return 'done';
        const id = String(row['task_id']);
        const most = left;
        const erased = Number(deleteEvents.run(id, most).changes);
        left -= erased + RECORDS_OF_A_TASK;
        if (erased === most) return 'more';
        contents.release(id);
        remove.run(id);
      }
      return next.get() ? 'more' : 'done';
    },
    noteTraces() {
      insert.run(TRACES_MARKER);
    },
    hasTraces: () => find.get(TRACES_MARKER) !== undefined,
    forgetTraces() {
      remove.run(TRACES_MARKER);
    },
    hasUnfinished: () => any.get() !== undefined,
  };
}
