import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Submission, Task } from '../../core/index.ts';
import type { TaskPage, TaskQuery } from '../../port/index.ts';
import { readPageToken, writePageToken } from '../page.ts';
import type { TaskTable } from './task-table.ts';

/** Questions about many tasks. */
export interface TaskQueries {
  /** One page, newest change first. */
  page(query: TaskQuery): TaskPage;
  /** The newest completed task of a conversation, which a new one continues. */
  latestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Task | undefined;
}

export function createTaskQueries(database: DatabaseSync, table: TaskTable): TaskQueries {
  const latest = database.prepare(
    `SELECT id FROM task WHERE context_id = ? AND principal = ? AND agent = ? AND state = 'completed'
     ORDER BY updated_at DESC LIMIT 1`,
  );

  function select(columns: string, where: string, rest: string, values: readonly SQLInputValue[]) {
    return database.prepare(`SELECT ${columns} FROM task WHERE ${where} ${rest}`).all(...values);
  }

  return {
    page(query) {
      const { where, values } = conditionsOf(query);
      const total = Number(select('count(*) AS n', where, '', values)[0]?.['n'] ?? 0);
      const from = query.pageToken === undefined ? undefined : readPageToken(query.pageToken);
      const after = from ? ' AND (updated_at < ? OR (updated_at = ? AND id > ?))' : '';
      const rows = select('id', where + after, 'ORDER BY updated_at DESC, id LIMIT ?', [
        ...values,
        ...(from ? [from.updatedAt, from.updatedAt, from.id] : []),
        query.pageSize + 1,
      ]);
      const tasks = rows
        .slice(0, query.pageSize)
        .flatMap((row) => table.load(String(row['id']))?.task ?? []);
      const last = tasks.at(-1);
      const hasMore = rows.length > query.pageSize;
      return { tasks, total, ...(last && hasMore && { nextPageToken: writePageToken(last) }) };
    },
    latestCompleted({ principal, agent }, contextId) {
      const row = latest.get(contextId, principal, agent);
      return row && table.load(String(row['id']))?.task;
    },
  };
}

function conditionsOf(query: TaskQuery): { where: string; values: SQLInputValue[] } {
  const conditions: (readonly [string, SQLInputValue | undefined])[] = [
    ['principal = ?', query.principal],
    ['agent = ?', query.agent],
    ['context_id = ?', query.contextId],
    ['state = ?', query.state],
    ['updated_at >= ?', query.changedSince],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    where: given.map(([condition]) => condition).join(' AND '),
    values: given.flatMap(([, value]) => (value === undefined ? [] : [value])),
  };
}
