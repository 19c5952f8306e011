import type { StoredTasks } from '@timestep-ai/timestep/port';
import {
  bindList,
  createSqlStoredTasks,
  execute,
  type SqlDatabase,
  type Transaction,
} from '@timestep-ai/timestep/store';
import { TemporalError } from '../temporal-error.ts';

const CONTENT_BYTES = '(SELECT sum(octet_length(body)) FROM content WHERE task_id = task.id)';

/** Creates operator access to stored tasks. Methods reject with the database's error. */
export function createStoredTasks(database: SqlDatabase, databaseName: string): StoredTasks {
  return createSqlStoredTasks({
    database,
    hasCounts: false,
    contentBytes: CONTENT_BYTES,
    eraseTasks,
    createMissingTaskError(taskId) {
      const message = `${databaseName} has no task ${taskId}: run timestep tasks list to see its tasks`;
      return new TemporalError('task-not-found', message);
    },
  });
}

const TABLES = ['inbound', 'content', 'event', 'snapshot', 'delta', 'push_target', 'trace_claim'];

export function* eraseTasks(ids: readonly string[]): Transaction<void> {
  const { placeholders, values } = bindList('id', ids);
  for (const table of TABLES)
    yield* execute(`DELETE FROM ${table} WHERE task_id IN (${placeholders})`, values);
  yield* execute(`DELETE FROM task WHERE id IN (${placeholders})`, values);
}
