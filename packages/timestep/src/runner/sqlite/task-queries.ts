import type { Submission, Task } from '../../core/index.ts';
import type { TaskPage, TaskQuery } from '../../port/index.ts';
import { latestCompleted, pageOf, type Perform, type Transaction } from '../../store/index.ts';
import type { TaskTable } from './task-table.ts';

/** Queries over many tasks. */
export interface TaskQueries {
  /**
   * One page, newest change first. The event loop gets turns in between, however many tasks there
   * are.
   */
  page(query: TaskQuery): Promise<TaskPage>;
  /** The newest completed task of a conversation, which a new task continues. */
  latestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Task | undefined;
}

/** `atATime` is how many tasks are counted before other work gets a turn. */
export function createTaskQueries(
  perform: Perform,
  table: TaskTable,
  atATime?: number,
): TaskQueries {
  const load = (taskId: string): Task | undefined => table.load(taskId)?.task;
  const site = {
    database: {
      async read<T>(transaction: () => Transaction<T>): Promise<T> {
        return perform(transaction());
      },
    },
    load,
    hasCounts: true,
    ...(atATime !== undefined && { atATime }),
  };
  return {
    page: (query) => pageOf(query, site),
    latestCompleted(sender, contextId) {
      const id = perform(latestCompleted(sender, contextId));
      return id === undefined ? undefined : load(id);
    },
  };
}
