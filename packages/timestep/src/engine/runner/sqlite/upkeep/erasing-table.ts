import type { DatabaseSync } from 'node:sqlite';
import {
  bindTransactions,
  createTransactionRunner,
  eraseTaskVersions,
  execute,
  queryFirst,
  releaseBlobs,
  type BoundTransactions,
  type Transaction,
} from '#engine/store';

/** Task id of a marker row, which means that erased text may remain in the file. */
const TRACES_MARKER = '';

const SMALL_TABLES = ['inbound', 'snapshot', 'mail', 'push_target', 'trace_claim'];

/** Approximate number of a task's records in addition to its events. */
const RECORDS_PER_TASK = 5;
const RECORDS_PER_STATEMENT = 10_000;

/** SQL expression for the size in bytes of contents that only this task uses. */
export const CONTENT_BYTES = `(SELECT sum(octet_length(body)) FROM blob_use AS held
  JOIN blob USING (hash) WHERE used_by = task.id AND NOT EXISTS (
    SELECT 1 FROM blob_use WHERE hash = held.hash AND used_by <> task.id))`;

function* insertTaskBeingErased(taskId: string): Transaction<void> {
  const sql = 'INSERT INTO erasing (task_id) VALUES (:taskId) ON CONFLICT DO NOTHING';
  yield* execute(sql, { taskId });
}

function* deleteTaskBeingErased(taskId: string): Transaction<void> {
  yield* execute('DELETE FROM erasing WHERE task_id = :taskId', { taskId });
}

function* findTaskBeingErased(): Transaction<string | undefined> {
  const sql = `SELECT task_id FROM erasing WHERE task_id <> '${TRACES_MARKER}' LIMIT 1`;
  const row = yield* queryFirst(sql);
  return row && String(row['task_id']);
}

const erasingTransactions = {
  /**
   * Removes ended tasks from the task table, so that no process finds them any more. Returns whether there
   * were any.
   */
  *hideTasks(taskIds: readonly string[]): Transaction<boolean> {
    let isAny = false;
    for (const taskId of taskIds) {
      const sql = 'DELETE FROM task WHERE id = :taskId AND ended = 1';
      if ((yield* execute(sql, { taskId })) === 0) continue;
      isAny = true;
      yield* insertTaskBeingErased(taskId);
      yield* eraseTaskVersions([taskId]);
      for (const table of SMALL_TABLES)
        yield* execute(`DELETE FROM ${table} WHERE task_id = :taskId`, { taskId });
    }
    return isAny;
  },

  *eraseSome(records: number): Transaction<'more' | 'done'> {
    let left = records;
    while (left > 0) {
      const taskId = yield* findTaskBeingErased();
      if (taskId === undefined) return 'done';
      const limit = left;
      const erased = yield* execute(
        `DELETE FROM event WHERE task_id = :taskId AND generation IN
           (SELECT generation FROM event WHERE task_id = :taskId ORDER BY generation LIMIT :limit)`,
        { taskId, limit },
      );
      left -= erased + RECORDS_PER_TASK;
      if (erased === limit) return 'more';
      yield* releaseBlobs(taskId);
      yield* deleteTaskBeingErased(taskId);
    }
    return (yield* findTaskBeingErased()) === undefined ? 'done' : 'more';
  },

  /** Records that erased text may remain in unused bytes of the file. */
  *noteErasedTextRemains(): Transaction<void> {
    yield* insertTaskBeingErased(TRACES_MARKER);
  },

  *hasErasedTextRemains(): Transaction<boolean> {
    const sql = `SELECT 1 FROM erasing WHERE task_id = '${TRACES_MARKER}'`;
    return (yield* queryFirst(sql)) !== undefined;
  },

  *forgetTraces(): Transaction<void> {
    yield* deleteTaskBeingErased(TRACES_MARKER);
  },

  *hasUnfinished(): Transaction<boolean> {
    return (yield* queryFirst('SELECT 1 FROM erasing LIMIT 1')) !== undefined;
  },
};

export function recordThatErasedTextRemains(): Transaction<void> {
  return erasingTransactions.noteErasedTextRemains();
}

export function* eraseTasks(taskIds: readonly string[]): Transaction<void> {
  if (!(yield* erasingTransactions.hideTasks(taskIds))) return;
  while ((yield* erasingTransactions.eraseSome(RECORDS_PER_STATEMENT)) === 'more');
}

/** Table of hidden tasks whose records are being erased, which any process can finish. */
export type ErasingTable = BoundTransactions<typeof erasingTransactions>;

export function createErasingTable(database: DatabaseSync): ErasingTable {
  return bindTransactions(createTransactionRunner(database), erasingTransactions);
}
