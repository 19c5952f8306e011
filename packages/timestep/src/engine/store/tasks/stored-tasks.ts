import type { NumberedEvent } from '#core';
import type { StoredTasks, WorkPeriod } from '#engine/port';
import type { ListPrefixCache } from '../contents/list-prefix-cache.ts';
import { queryFirst, type Transaction } from '../statement.ts';
import { pruneTasksSessionsAndFiles, type PruneDeps } from './prune-tasks.ts';
import { listTasks, listWaitingTasks, type CountDeps } from './task-listing.ts';
import { readCalls } from '../hourly/call-table.ts';
import { readWork } from '../hourly/work-table.ts';
import { countTasksByGroup } from './task-facts.ts';
import { findTaskIds, listEvents, loadTask, readGeneration } from './task-rows.ts';

/** The database of stored tasks, and functions that differ between kinds of databases. */
export interface StoredTasksDeps extends PruneDeps, Pick<CountDeps, 'hasCounts'> {
  readonly cache?: ListPrefixCache;
  /** Returns further SQL statements to run in the transaction that erases a task. */
  readonly onErased?: () => Transaction<void>;
  readonly createMissingTaskError: (taskId: string) => Error;
}

/** Number of events per read, so that a long log is never completely in memory. */
const PAGE_SIZE = 256;

/** Gives operators access to the tasks of a database. */
export function createSqlStoredTasks(deps: StoredTasksDeps): StoredTasks {
  const { database, eraseTasks, onErased, createMissingTaskError, cache } = deps;

  return {
    list: (filter) => listTasks(filter, deps),
    listWaiting: (limit) => listWaitingTasks(limit, deps),
    ...(deps.hasCounts && { countGroups: () => database.read(countTasksByGroup) }),
    readWork: (period: WorkPeriod) => readWork(period, database),
    readCalls: (period: WorkPeriod) => readCalls(period, database),
    findIds: (beginning, limit) => database.read(() => findTaskIds(beginning, limit)),
    async load(taskId) {
      const task = await database.read(() => loadTask(taskId, { ...(cache && { cache }) }));
      if (!task) throw createMissingTaskError(taskId);
      return task;
    },
    async *events(taskId, after = 0) {
      let seen = after;
      let page: readonly NumberedEvent[];
      do {
        const from = seen;
        page = await database.read(() => listEventPage(deps, taskId, from, PAGE_SIZE));
        yield* page;
        seen = page.at(-1)?.generation ?? seen;
      } while (page.length > 0);
    },
    prune: (options) => pruneTasksSessionsAndFiles(deps, options),
    erase: (taskId) =>
      database.write(function* eraseEndedTask() {
        const sql = 'SELECT 1 FROM task WHERE id = :taskId AND ended = 1';
        const isEnded = (yield* queryFirst(sql, { taskId })) !== undefined;
        if (isEnded) yield* eraseTasks([taskId]);
        if (isEnded && onErased) yield* onErased();
        return isEnded;
      }),
  };
}

/** Lists a page of a task's events. Throws if the task does not exist. */
export function* listEventPage(
  { cache, createMissingTaskError }: StoredTasksDeps,
  taskId: string,
  after: number,
  limit: number,
): Transaction<readonly NumberedEvent[]> {
  const page = yield* listEvents(taskId, after, limit, cache);
  if (page.length === 0 && (yield* readGeneration(taskId)) === undefined)
    throw createMissingTaskError(taskId);
  return page;
}
