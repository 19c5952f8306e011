import type { Submission, Task } from '../../../../core/index.ts';
import type { TaskPage, TaskQuery } from '../../../port/index.ts';
import {
  findLatestCompletedTask,
  loadTaskPage,
  type RunTransaction,
  type Transaction,
} from '../../../store/index.ts';
import type { TaskTable } from './task-table.ts';

/** Queries over many tasks. */
export interface TaskQueries {
  /**
   * Returns one page, newest change first. Other work can run in between, for any number of tasks.
   */
  getPage(query: TaskQuery): Promise<TaskPage>;
  /** Returns the newest completed task of a conversation, which a new task continues. */
  findLatestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Task | undefined;
}

/** Creates the queries. `batchSize` is the number of tasks counted before other work can run. */
export function createTaskQueries(
  perform: RunTransaction,
  table: TaskTable,
  batchSize?: number,
): TaskQueries {
  const load = (taskId: string): Task | undefined => table.load(taskId)?.task;
  const deps = {
    database: {
      async read<T>(transaction: () => Transaction<T>): Promise<T> {
        return perform(transaction());
      },
    },
    load,
    hasCounts: true,
    ...(batchSize !== undefined && { atATime: batchSize }),
  };
  return {
    getPage: (query) => loadTaskPage(query, deps),
    findLatestCompleted(sender, contextId) {
      const id = perform(findLatestCompletedTask(sender, contextId));
      return id === undefined ? undefined : load(id);
    },
  };
}
