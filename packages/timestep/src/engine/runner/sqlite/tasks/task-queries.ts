import type { Submission, Task } from '#core';
import type { TaskPage, TaskQuery } from '#engine/port';
import {
  findLatestCompletedTask,
  loadTaskPage,
  type RunTransaction,
  type Transaction,
} from '#engine/store';
import type { TaskTable } from './task-table.ts';

export interface TaskQueries {
  /** Returns a page of tasks, newest change first. Other work can run during the query. */
  getPage(query: TaskQuery): Promise<TaskPage>;
  findLatestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Task | undefined;
}

export interface TaskQueryOptions {
  /** Number of tasks that are counted before other work can run. */
  readonly countBatch?: number | undefined;
  /** Callback for the error of a task that cannot be read. */
  readonly onFailure?: (thrown: unknown) => void;
}

export function createTaskQueries(
  run: RunTransaction,
  table: TaskTable,
  { countBatch, onFailure }: TaskQueryOptions = {},
): TaskQueries {
  const load = (taskId: string): Task | undefined => table.load(taskId)?.task;
  const read = async <T>(transaction: () => Transaction<T>): Promise<T> => run(transaction());
  const batch = countBatch === undefined ? {} : { countBatch };
  return {
    getPage: (query) =>
      loadTaskPage(query, {
        database: { read },
        load,
        hasCounts: true,
        onUnreadable: onFailure,
        ...batch,
      }),
    findLatestCompleted(sender, contextId) {
      const id = run(findLatestCompletedTask(sender, contextId));
      return id === undefined ? undefined : load(id);
    },
  };
}
