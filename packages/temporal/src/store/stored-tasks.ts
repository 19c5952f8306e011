import type { StoredTasks, WaitingWork } from '@timestep-ai/timestep/port';
import {
  bindList,
  createSqlStoredTasks,
  eraseTaskVersions,
  execute,
  queryRows,
  type SqlDatabase,
  type Transaction,
} from '@timestep-ai/timestep/store';
import { TemporalError } from '../temporal-error.ts';

/** The task queue of servers and workers that name none. */
const DEFAULT_QUEUE = 'timestep';

const CONTENT_BYTES = '(SELECT sum(octet_length(body)) FROM content WHERE task_id = task.id)';

/** Creates operator access to stored tasks. Methods reject with the database's error. */
export function createStoredTasks(
  database: SqlDatabase,
  databaseName: string,
  queue: string = DEFAULT_QUEUE,
): StoredTasks {
  const stored = createSqlStoredTasks({
    database,
    hasCounts: false,
    contentBytes: CONTENT_BYTES,
    eraseTasks,
    createMissingTaskError(taskId) {
      const message = `${databaseName} has no task ${taskId}: run timestep tasks list to see its tasks`;
      return new TemporalError('task-not-found', message);
    },
  });
  return {
    ...stored,
    findWaitingWork: async () => ({ queue, oldest: await database.read(listOldestUntaken) }),
  };
}

/** Lists when the oldest message of each agent was accepted that is in no log yet. */
function* listOldestUntaken(): Transaction<WaitingWork['oldest']> {
  const rows = yield* queryRows(
    'SELECT agent, min(accepted_at) AS since FROM inbound WHERE taken = 0 GROUP BY agent ORDER BY agent',
  );
  return rows.map((row) => ({ agent: String(row['agent']), since: Number(row['since']) }));
}

const TABLES = ['inbound', 'content', 'event', 'snapshot', 'delta', 'push_target', 'trace_claim'];

export function* eraseTasks(ids: readonly string[]): Transaction<void> {
  const { placeholders, values } = bindList('id', ids);
  yield* eraseTaskVersions(ids);
  for (const table of TABLES)
    yield* execute(`DELETE FROM ${table} WHERE task_id IN (${placeholders})`, values);
  yield* execute(`DELETE FROM task WHERE id IN (${placeholders})`, values);
}
