import type { Task } from '../core/index.ts';
import type { TaskPage, TaskQuery } from '../port/index.ts';
import { newestFirst, readPageToken, writePageToken } from '../store/index.ts';

/** One page of the tasks that a query selects, newest change first. */
export function pageOf(tasks: readonly Task[], query: TaskQuery): TaskPage {
  const selected = tasks.filter((task) => matches(task, query)).toSorted(newestFirst);
  const from = query.pageToken === undefined ? undefined : readPageToken(query.pageToken);
  const start = from ? selected.findIndex((task) => newestFirst(task, from) > 0) : 0;
  const rest = start === -1 ? [] : selected.slice(start);
  const page = rest.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    tasks: page,
    total: selected.length,
    ...(last && rest.length > page.length && { nextPageToken: writePageToken(last) }),
  };
}

function matches(task: Task, query: TaskQuery): boolean {
  return (
    task.origin.principal === query.principal &&
    (query.agent === undefined || task.origin.agent === query.agent) &&
    (query.contextId === undefined || task.contextId === query.contextId) &&
    (query.state === undefined || task.state === query.state) &&
    (query.changedSince === undefined || task.updatedAt >= query.changedSince)
  );
}
