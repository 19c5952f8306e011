import type { ErasableTask } from '@timestep-ai/timestep/runner';
import { queryRows, type Transaction } from '@timestep-ai/timestep/store';

/** Tables with rows that belong to a task, each with its task id column. */
const TASK_TABLES: readonly (readonly [table: string, id: string])[] = [
  ['inbound', 'task_id'],
  ['content', 'task_id'],
  ['event', 'task_id'],
  ['snapshot', 'task_id'],
  ['delta', 'task_id'],
  ['push_target', 'task_id'],
  ['trace_claim', 'task_id'],
  ['task', 'id'],
];

/**
 * Lists tasks that ended before a time, oldest first, starting after `after`. The newest completed
 * task of a conversation is not listed while any task of the conversation is newer than `before` or
 * has not ended, because the next message continues it.
 */
export function* listPrunableTasks(
  before: number,
  after: Pick<ErasableTask, 'id' | 'updatedAt'>,
  limit: number,
): Transaction<readonly ErasableTask[]> {
  const rows = yield* queryRows(
    `SELECT id, updated_at, generation,
       coalesce((SELECT octet_length(body) FROM snapshot WHERE task_id = task.id), 0) +
       coalesce((SELECT sum(octet_length(body)) FROM content WHERE task_id = task.id), 0) +
       coalesce((SELECT sum(octet_length(body)) FROM event WHERE task_id = task.id), 0) AS bytes
     FROM task
     WHERE ended = 1 AND updated_at < ? AND (updated_at, id) > (?, ?)
       AND NOT (
         state = 'completed'
         AND NOT EXISTS (
           SELECT 1 FROM task AS newer WHERE newer.context_id = task.context_id
             AND newer.principal = task.principal AND newer.agent = task.agent
             AND newer.state = 'completed' AND newer.updated_at > task.updated_at)
         AND (
           EXISTS (
             SELECT 1 FROM task AS young WHERE young.context_id = task.context_id
               AND young.principal = task.principal AND young.agent = task.agent
               AND young.updated_at >= ?)
           OR EXISTS (
             SELECT 1 FROM task AS going WHERE going.context_id = task.context_id
               AND going.principal = task.principal AND going.agent = task.agent
               AND going.ended = 0)))
     ORDER BY updated_at, id LIMIT ?`,
    before,
    after.updatedAt,
    after.id,
    before,
    limit,
  );
  return rows.map((row) => ({
    id: String(row['id']),
    updatedAt: Number(row['updated_at']),
    events: Number(row['generation']),
    bytes: Number(row['bytes']),
  }));
}

/** Deletes tasks with all their data. */
export function* eraseTasks(tasks: readonly Pick<ErasableTask, 'id'>[]): Transaction<void> {
  const ids = tasks.map(({ id }) => id);
  const marks = ids.map(() => '?').join(', ');
  for (const [table, column] of TASK_TABLES) {
    yield* queryRows(`DELETE FROM ${table} WHERE ${column} IN (${marks})`, ...ids);
  }
}
