import type { DatabaseSync } from 'node:sqlite';
import { createContentTable } from './content-table.ts';

/** A task that may be erased, and its size. */
export interface Doomed {
  readonly id: string;
  readonly updatedAt: number;
  readonly events: number;
  /** Bytes of its records, and of contents that only this task holds. */
  readonly bytes: number;
}

/** Some ended tasks, and where the next look continues. */
interface Look {
  /** The tasks that may be erased. */
  readonly doomed: readonly string[];
  /** The last task of the look, even if it is kept; `undefined` where there was none. */
  readonly last: Pick<Doomed, 'id' | 'updatedAt'> | undefined;
}

/** How much one transaction may delete, so that other writers never wait long for the disk. */
export interface BatchBounds {
  readonly events: number;
  readonly tasks: number;
}

export interface TaskEraser {
  /**
   * Tasks that ended before a time, oldest first, after one that was found before. The newest
   * completed task of a conversation stays while any task of the conversation is younger or has not
   * ended, because the next message continues it.
   */
  doomed(before: number, after: Pick<Doomed, 'id' | 'updatedAt'>, limit: number): Doomed[];
  /** Like `doomed`, but looks at no more tasks than the limit, so that it does not take long. */
  look(before: number, after: Pick<Doomed, 'id' | 'updatedAt'>, limit: number): Look;
  /** Deletes tasks and all that belongs to them. It must run in a transaction. */
  erase(tasks: readonly Doomed[]): void;
}

/** A position before every task. */
export const FROM_THE_BEGINNING: Pick<Doomed, 'id' | 'updatedAt'> = {
  id: '',
  updatedAt: Number.MIN_SAFE_INTEGER,
};

/** Selects the newest completed task of a conversation that may continue; `?1` is the time. */
const SPARED = `state = 'completed'
  AND NOT EXISTS (
    SELECT 1 FROM task AS newer WHERE newer.context_id = task.context_id
      AND newer.principal = task.principal AND newer.agent = task.agent
      AND newer.state = 'completed' AND newer.updated_at > task.updated_at)
  AND EXISTS (
    SELECT 1 FROM task AS other WHERE other.context_id = task.context_id
      AND other.principal = task.principal AND other.agent = task.agent
      AND (other.ended = 0 OR other.updated_at >= ?1))`;

/** The tables whose rows belong to a task, by its id. */
const OF_A_TASK = ['inbound', 'event', 'snapshot', 'mail', 'push_target', 'trace_claim'];

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
       AND NOT (${SPARED})
     ORDER BY updated_at, id LIMIT ?4`,
  );
  const selectSome = database.prepare(
    `SELECT id, updated_at, NOT (${SPARED}) AS is_doomed
     FROM (SELECT * FROM task WHERE ended = 1 AND updated_at < ?1 AND (updated_at, id) > (?2, ?3)
           ORDER BY updated_at, id LIMIT ?4) AS task
     ORDER BY updated_at, id`,
  );
  const deletions = OF_A_TASK.map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE task_id = ?`),
  );
  const deleteTask = database.prepare('DELETE FROM task WHERE id = ?');
  const contents = createContentTable(database);
  return {
    doomed: (before, after, limit) =>
      select.all(before, after.updatedAt, after.id, limit).map((row) => ({
        id: String(row['id']),
        updatedAt: Number(row['updated_at']),
        events: Number(row['generation']),
        bytes: Number(row['bytes']),
      })),
    look(before, after, limit) {
      const rows = selectSome.all(before, after.updatedAt, after.id, limit);
      const row = rows.at(-1);
      return {
        doomed: rows.filter((each) => each['is_doomed'] === 1).map((each) => String(each['id'])),
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

/** Groups tasks into transactions of bounded size; a longer log is a transaction of its own. */
export function batchesOf<T extends { readonly events: number }>(
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
