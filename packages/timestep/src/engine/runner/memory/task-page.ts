import type { Task } from '#core';
import type { TaskPage, TaskQuery } from '#engine/port';
import { compareNewestFirst, decodePageToken, encodePageToken } from '#engine/store';

/** Returns one page of the tasks that match a query, newest change first. */
export function getTaskPage(tasks: readonly Task[], query: TaskQuery): TaskPage {
  const selected = tasks.filter((task) => matchesQuery(task, query)).toSorted(compareNewestFirst);
  const from = query.pageToken === undefined ? undefined : decodePageToken(query.pageToken);
  const start = from ? selected.findIndex((task) => compareNewestFirst(task, from) > 0) : 0;
  const rest = start === -1 ? [] : selected.slice(start);
  const page = rest.slice(0, query.pageSize);
  const last = page.at(-1);
  return {
    tasks: page,
    total: selected.length,
    ...(last && rest.length > page.length && { nextPageToken: encodePageToken(last) }),
  };
}

export function matchesQuery(task: Task, query: Partial<TaskQuery>): boolean {
  return (
    (query.principal === undefined || task.origin.principal === query.principal) &&
    (query.agent === undefined || task.origin.agent === query.agent) &&
    (query.contextId === undefined || task.contextId === query.contextId) &&
    (query.state === undefined || task.state === query.state) &&
    (query.changedSince === undefined || task.updatedAt >= query.changedSince)
  );
}
