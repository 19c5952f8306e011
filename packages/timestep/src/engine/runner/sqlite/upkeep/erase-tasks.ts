import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from '../tasks/content-table.ts';

/** A task that may be erased, and its size. */
export interface ErasableTask {
  readonly id: string;
  readonly updatedAt: number;
  readonly events: number;
  /** Bytes of its records, and of contents that only this task uses. */
  readonly bytes: number;
}

/** Result of scanning some ended tasks, and the position for the next scan. */
interface EraseScan {
  /** Ids of the tasks that may be erased. */
  readonly erasable: readonly string[];
  /** The last scanned task, even if it is kept. Undefined if there was none. */
  readonly last: Pick<ErasableTask, 'id' | 'updatedAt'> | undefined;
}

/** Limits of one transaction, so that other writers never wait long for the disk. */
export interface BatchBounds {
  readonly events: number;
  readonly tasks: number;
}

export interface TaskEraser {
  /**
   * Lists tasks that ended before a time, oldest first, after a position. The newest completed task
   * of a conversation is kept while another of its tasks is newer or still running, because the
   * next message continues it.
   */
  listErasable(
    before: number,
    after: Pick<ErasableTask, 'id' | 'updatedAt'>,
    limit: number,
  ): ErasableTask[];
  /**
   * Lists erasable tasks like `listErasable`, but scans no more tasks than the limit, so that it is fast.
   */
  scanErasable(
    before: number,
    after: Pick<ErasableTask, 'id' | 'updatedAt'>,
    limit: number,
  ): EraseScan;
  /** Deletes tasks with all their data. Must run in a transaction. */
  erase(tasks: readonly ErasableTask[]): void;
}

/** A position before all tasks. */
export const START_POSITION: Pick<ErasableTask, 'id' | 'updatedAt'> = {
  id: '',
  updatedAt: Number.MIN_SAFE_INTEGER,
};

/**
 * SQL condition for the newest completed task of a conversation that may continue. `?1` is the
 * time.
 */
const KEPT_CONDITION = `state = 'completed'
  AND NOT EXISTS (
    SELECT 1 FROM task AS newer WHERE newer.context_id = task.context_id
      AND newer.principal = task.principal AND newer.agent = task.agent
      AND newer.state = 'completed' AND newer.updated_at > task.updated_at)
  AND EXISTS (
    SELECT 1 FROM task AS other WHERE other.context_id = task.context_id
      AND other.principal = task.principal AND other.agent = task.agent
      AND (other.ended = 0 OR other.updated_at >= ?1))`;

/** Tables with rows that belong to a task, by `task_id`. */
const TASK_TABLES = ['inbound', 'event', 'snapshot', 'mail', 'push_target', 'trace_claim'];

export function createTaskEraser(database: DatabaseSync): TaskEraser {
  const select = database.prepare(
    `SELECT id, updated_at, generation,
       ifnull((SELECT octet_length(body) FROM snapshot WHERE task_id = task.id), 0) +
       ifnull((SELECT sum(octet_length(body)) FROM event WHERE task_id = task.id), 0) +
       ifnull((SELECT sum(octet_length(body)) FROM blob_use AS held JOIN blob USING (hash)
               WHERE used_by = task.id AND NOT EXISTS (
                 SELECT 1 FROM blob_use WHERE hash = held.hash AND used_by <> task.id)), 0) AS bytes
     FROM task
     WHERE ended = 1 AND updated_at < ?1 AND (updated_at, id) > (?2, ?3)
       AND NOT (${KEPT_CONDITION})
     ORDER BY updated_at, id LIMIT ?4`,
  );
  const selectSome = database.prepare(
    `SELECT id, updated_at, NOT (${KEPT_CONDITION}) AS is_doomed
     FROM (SELECT * FROM task WHERE ended = 1 AND updated_at < ?1 AND (updated_at, id) > (?2, ?3)
           ORDER BY updated_at, id LIMIT ?4) AS task
     ORDER BY updated_at, id`,
  );
  const deletions = TASK_TABLES.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE task_id = ?`),
  );
  const deleteTask = database.prepare('DELETE FROM task WHERE id = ?');
  const contents = createContentTable(database);
  return {
    listErasable: (before, after, limit) =>
      select.all(before, after.updatedAt, after.id, limit).map((row) => ({
        id: String(row['id']),
        updatedAt: Number(row['updated_at']),
        events: Number(row['generation']),
        bytes: Number(row['bytes']),
      })),
    scanErasable(before, after, limit) {
      const rows = selectSome.all(before, after.updatedAt, after.id, limit);
      const row = rows.at(-1);
      return {
        erasable: rows.filter((each) => each['is_doomed'] === 1).map((each) => String(each['id'])),
        last: row && { id: String(row['id']), updatedAt: Number(row['updated_at']) },
      };
    },
    erase(tasks) {
      for (const { id } of tasks) {
        for (const deletion of deletions) deletion.run(id);
        contents.release(id);
        deleteTask.run(id);
      }
    },
  };
}

/**
 * Groups tasks into transactions of limited size. A task with a longer log gets its own
 * transaction.
 */
export function groupIntoBatches<T extends { readonly events: number }>(
  tasks: readonly T[],
  bounds: BatchBounds,
): T[][] {
  const batches: T[][] = [];
  let events = 0;
  for (const task of tasks) {
    const current = batches.at(-1);
    events += task.events;
    if (current && current.length < bounds.tasks && events <= bounds.events) {
      current.push(task);
    } else {
      batches.push([task]);
      events = task.events;
    }
  }
  return batches;
}
