import type { Task } from '../core/index.ts';
import { RunnerError, type TaskPage, type TaskQuery } from '../port/index.ts';

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

/** A place in the order of pages. */
export type Position = Pick<Task, 'updatedAt' | 'id'>;

export function newestFirst(a: Position, b: Position): number {
  if (a.updatedAt !== b.updatedAt) return b.updatedAt - a.updatedAt;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** A page token: where the page before it ended. */
export function writePageToken({ updatedAt, id }: Position): string {
  return Buffer.from(`${updatedAt} ${id}`).toString('base64url');
}

/** Throws `RunnerError` for a token that is not one of ours. */
export function readPageToken(token: string): Position {
  const [, updatedAt, id] = /^(\d+) (.+)$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (updatedAt === undefined || id === undefined) {
    throw new RunnerError('bad-page-token', 'the page token is not one of ours');
  }
  return { updatedAt: Number(updatedAt), id };
}
