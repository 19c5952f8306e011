import {
  apply,
  snapshotOf,
  taskFrom,
  type NumberedEvent,
  type Task,
  type TaskSnapshot,
} from '@timestep-ai/timestep/core';
import { firstOf, rowsOf, type Transaction } from '@timestep-ai/timestep/store';

/** The limit that means all events. */
const MANY = 1_000_000;
/** From this length on, a task is folded from a snapshot and the rest of its log. */
const FIRST_SNAPSHOT = 200;
const GROWTH = 1.25;

export function* generationOf(taskId: string): Transaction<number | undefined> {
  const row = yield* firstOf('SELECT generation FROM task WHERE id = ?', taskId);
  return row && Number(row['generation']);
}

export function* eventsAfter(
  taskId: string,
  after: number,
  limit: number,
): Transaction<readonly NumberedEvent[]> {
  const rows = yield* rowsOf(
    'SELECT body FROM event WHERE task_id = ? AND generation > ? ORDER BY generation LIMIT ?',
    taskId,
    after,
    limit,
  );
  return rows.map((row) => JSON.parse(String(row['body'])) as NumberedEvent);
}

export function* loadTask(taskId: string, known?: Task): Transaction<Task | undefined> {
  let task = known ?? (yield* snapshotOfTask(taskId));
  for (const event of yield* eventsAfter(taskId, task?.generation ?? 0, MANY)) {
    task = apply(task, event);
  }
  return task;
}

function* snapshotOfTask(taskId: string): Transaction<Task | undefined> {
  const row = yield* firstOf('SELECT body FROM snapshot WHERE task_id = ?', taskId);
  return row && taskFrom(JSON.parse(String(row['body'])) as TaskSnapshot);
}

/**
 * Keeps a snapshot of a task that has grown by a quarter since the last one, so that the cost per
 * event does not grow.
 */
export function* keepSnapshot(task: Task): Transaction<void> {
  const row = yield* firstOf('SELECT generation FROM snapshot WHERE task_id = ?', task.id);
  const before = row ? Number(row['generation']) : FIRST_SNAPSHOT / GROWTH;
  if (task.generation < before * GROWTH) return;
  yield* rowsOf(
    `INSERT INTO snapshot (task_id, generation, body) VALUES (?, ?, ?)
     ON CONFLICT (task_id) DO UPDATE SET generation = excluded.generation, body = excluded.body`,
    task.id,
    task.generation,
    JSON.stringify(snapshotOf(task)),
  );
}
