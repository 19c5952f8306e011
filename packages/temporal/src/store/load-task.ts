import {
  apply,
  taskToSnapshot,
  snapshotToTask,
  type NumberedEvent,
  type Task,
  type TaskSnapshot,
} from '@timestep-ai/timestep/core';
import { queryFirst, queryRows, type Transaction } from '@timestep-ai/timestep/store';

/** A limit that means all events. */
const ALL_EVENTS = 1_000_000;
/** Number of events from which a task is rebuilt from a snapshot and the rest of its log. */
const FIRST_SNAPSHOT = 200;
const GROWTH = 1.25;

export function* readGeneration(taskId: string): Transaction<number | undefined> {
  const row = yield* queryFirst('SELECT generation FROM task WHERE id = ?', taskId);
  return row && Number(row['generation']);
}

export function* listEventsAfter(
  taskId: string,
  after: number,
  limit: number,
): Transaction<readonly NumberedEvent[]> {
  const rows = yield* queryRows(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
    taskId,
    after,
    limit,
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedEvent);
}

export function* loadTask(taskId: string, known?: Task): Transaction<Task | undefined> {
  let task = known ?? (yield* readSnapshot(taskId));
  for (const event of yield* listEventsAfter(taskId, task?.generation ?? 0, ALL_EVENTS)) {
    task = apply(task, event);
  }
  return task;
}

function* readSnapshot(taskId: string): Transaction<Task | undefined> {
  const row = yield* queryFirst('SELECT body FROM snapshot WHERE task_id = ?', taskId);
  return row && snapshotToTask(JSON.parse(String(row['body'])) as TaskSnapshot);
}

/**
 * Stores a snapshot of a task if its log has grown by a quarter since the last one, so that the
 * cost per event does not grow with the log.
 */
export function* storeSnapshot(task: Task): Transaction<void> {
  const row = yield* queryFirst('SELECT generation FROM snapshot WHERE task_id = ?', task.id);
  const before = row ? Number(row['generation']) : FIRST_SNAPSHOT / GROWTH;
  if (task.generation < before * GROWTH) return;
  yield* queryRows(
    `INSERT INTO snapshot (task_id, generation, body) VALUES (?, ?, ?)
     ON CONFLICT (task_id) DO UPDATE SET generation = excluded.generation, body = excluded.body`,
    task.id,
    task.generation,
    JSON.stringify(taskToSnapshot(task)),
  );
}
