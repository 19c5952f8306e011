import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from './content-table.ts';

/** Of erasures whose traces are still in the file: they are no task's. */
const TRACES = '';

/** Remembers that words must not be found in bytes that no record uses either. */
export const NOTE_TRACES: string = `INSERT INTO erasing (task_id) VALUES ('${TRACES}') ON CONFLICT DO NOTHING`;

/**
 * Tasks that are gone for everybody, and whose records are being erased. What is begun here is ended,
 * by whichever process has the file open. Everything belongs into a transaction.
 */
export interface ErasingTable {
  /** Makes tasks that have ended be gone; returns whether there was any. */
  begin(taskIds: readonly string[]): boolean;
  /** Erases up to so many records of what is gone. */
  eraseSome(records: number): 'more' | 'done';
  /** Remembers that words must not be found in bytes that no record uses either. */
  noteTraces(): void;
  hasTraces(): boolean;
  forgetTraces(): void;
  /** Whether there is anything to be ended. */
  isBegun(): boolean;
}

export function createErasingTable(database: DatabaseSync): ErasingTable {
  const deleteTask = database.prepare('DELETE FROM task WHERE id = ? AND ended = 1');
  const deletions = ['inbound', 'snapshot', 'mail', 'push_target'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE task_id = ?`),
  );
  const insert = database.prepare(
    'INSERT INTO erasing (task_id) VALUES (?) ON CONFLICT DO NOTHING',
  );
  const next = database.prepare(`SELECT task_id FROM erasing WHERE task_id <> '${TRACES}' LIMIT 1`);
  const find = database.prepare('SELECT 1 FROM erasing WHERE task_id = ?');
  const any = database.prepare('SELECT 1 FROM erasing LIMIT 1');
  const remove = database.prepare('DELETE FROM erasing WHERE task_id = ?');
  const deleteEvents = database.prepare(
    `DELETE FROM event WHERE task_id = ?1 AND generation IN
       (SELECT generation FROM event WHERE task_id = ?1 ORDER BY generation LIMIT ?2)`,
  );
  const contents = createContentTable(database);
  /** A task is more than its events. */
  const RECORDS_OF_A_TASK = 4;

  return {
    begin(taskIds) {
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
      insert.run(TRACES);
    },
    hasTraces: () => find.get(TRACES) !== undefined,
    forgetTraces() {
      remove.run(TRACES);
    },
    isBegun: () => any.get() !== undefined,
  };
}
