import type { PruneOptions, StoredTasks, WaitingWork } from '@timestep-ai/timestep/port';
import {
  bindListValues,
  createSqlStoredTasks,
  eraseTaskVersions,
  eraseOldCallRows,
  eraseOldWorkRows,
  execute,
  hasCallsBefore,
  hasWorkBefore,
  queryRows,
  type SqlDatabase,
  type Transaction,
  WORK_MS_AFTER_TASKS,
} from '@timestep-ai/timestep/store';
import type { TaskDatabase } from './task-database.ts';
import { TemporalError } from '../temporal-error.ts';

/** The task queue of servers and workers that name none. */
const DEFAULT_QUEUE = 'timestep';

const CONTENT_BYTES = '(SELECT sum(octet_length(body)) FROM content WHERE task_id = task.id)';

/** Creates operator access to stored tasks. Methods reject with the database's error. */
export function createTemporalStoredTasks(
  database: SqlDatabase & Pick<TaskDatabase, 'hasCounts'>,
  databaseName: string,
  queue: string = DEFAULT_QUEUE,
): StoredTasks {
  const stored = createSqlStoredTasks({
    database,
    hasCounts: database.hasCounts,
    contentBytes: CONTENT_BYTES,
    eraseTasks,
    createMissingTaskError(taskId) {
      const message = `${databaseName} has no task ${taskId}: run timestep tasks list to see its tasks`;
      return new TemporalError('task-not-found', message);
    },
  });
  return {
    ...stored,
    async prune(options) {
      const pruned = await stored.prune(options);
      if (!options.isDryRun) await eraseOldWorkStatistics(database, options);
      return pruned;
    },
    findWaitingWork: async () => ({
      queue,
      oldest: await database.read(listOldestUnreadTimesByAgent),
    }),
  };
}

const ROWS_PER_TRANSACTION = 500;

/** Erases old work statistics, which are kept for a while after the tasks that they count. */
async function eraseOldWorkStatistics(database: SqlDatabase, options: PruneOptions): Promise<void> {
  const before = options.before - WORK_MS_AFTER_TASKS;
  // The search for old counts takes no lock, because usually there are none.
  while (!options.signal?.aborted && (await database.read(() => hasWorkBefore(before))))
    await database.write(() => eraseOldWorkRows(before, ROWS_PER_TRANSACTION));
  while (!options.signal?.aborted && (await database.read(() => hasCallsBefore(before))))
    await database.write(() => eraseOldCallRows(before, ROWS_PER_TRANSACTION));
}

/** Lists when the oldest message of each agent was accepted that is in no log yet. */
function* listOldestUnreadTimesByAgent(): Transaction<WaitingWork['oldest']> {
  const rows = yield* queryRows(
    'SELECT agent, min(accepted_at) AS since FROM inbound WHERE taken = 0 GROUP BY agent ORDER BY agent',
  );
  return rows.map((row) => ({ agent: String(row['agent']), since: Number(row['since']) }));
}

const TABLES = ['inbound', 'content', 'event', 'snapshot', 'delta', 'push_target', 'trace_claim'];

export function* eraseTasks(ids: readonly string[]): Transaction<void> {
  const { placeholders, values } = bindListValues('id', ids);
  yield* eraseTaskVersions(ids);
  for (const table of TABLES)
    yield* execute(`DELETE FROM ${table} WHERE task_id IN (${placeholders})`, values);
  yield* execute(`DELETE FROM task WHERE id IN (${placeholders})`, values);
}
