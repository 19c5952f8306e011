import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Submission, Task } from '../../core/index.ts';
import type { TaskPage, TaskQuery } from '../../port/index.ts';
import { readPageToken, writePageToken, type Position } from '../page.ts';
import type { TaskTable } from './task-table.ts';

/** Questions about many tasks. */
export interface TaskQueries {
  /** One page, newest change first. However many tasks there are, it holds nobody up for long. */
  page(query: TaskQuery): Promise<TaskPage>;
  /** The newest completed task of a conversation, which a new one continues. */
  latestCompleted(
    sender: Pick<Submission, 'principal' | 'agent'>,
    contextId: string,
  ): Task | undefined;
}

/** Some milliseconds of looking. */
const AT_A_TIME = 20_000;

export function createTaskQueries(
  database: DatabaseSync,
  table: TaskTable,
  atATime: number = AT_A_TIME,
): TaskQueries {
  const latest = database.prepare(
    `SELECT id FROM task WHERE context_id = ? AND principal = ? AND agent = ? AND state = 'completed'
     ORDER BY updated_at DESC LIMIT 1`,
  );

  function select(columns: string, where: string, rest: string, values: readonly SQLInputValue[]) {
    return database.prepare(`SELECT ${columns} FROM task WHERE ${where} ${rest}`).all(...values);
  }

  /** How many tasks a query selects. Counts no more than so many at a time. */
  async function totalOf(query: TaskQuery): Promise<number> {
    if (query.contextId === undefined && query.changedSince === undefined) return kept(query);
    const { where, values } = conditionsOf(query);
    let from: Position | undefined;
    for (let total = 0; ; total += atATime) {
      const rest = from ? positionsAfter(from) : EVERYWHERE;
      const all = [...values, ...rest.values];
      const order = `${rest.where} ORDER BY updated_at DESC, id LIMIT 1 OFFSET ${atATime - 1}`;
      const [last] = select('updated_at, id', where, order, all);
      if (!last) return total + count(where + rest.where, all);
      from = { updatedAt: Number(last['updated_at']), id: String(last['id']) };
      await new Promise(setImmediate);
    }
  }

  function count(where: string, values: readonly SQLInputValue[]): number {
    return Number(select('count(*) AS n', where, '', values)[0]?.['n'] ?? 0);
  }

  function kept(query: TaskQuery): number {
    const { where, values } = conditionsOf(query);
    const row = database
      .prepare(`SELECT sum(tasks) AS n FROM task_count WHERE ${where}`)
      .get(...values);
    return Number(row?.['n'] ?? 0);
  }

  return {
    async page(query) {
      const total = await totalOf(query);
      const { where, values } = conditionsOf(query);
      const from = query.pageToken === undefined ? undefined : readPageToken(query.pageToken);
      const after = from ? positionsAfter(from) : EVERYWHERE;
      const rows = select('id', where + after.where, 'ORDER BY updated_at DESC, id LIMIT ?', [
        ...values,
        ...after.values,
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

interface Condition {
  readonly where: string;
  readonly values: SQLInputValue[];
}

const EVERYWHERE: Condition = { where: '', values: [] };

/** What follows a position in the order of pages; the first comparison is what an index can use. */
function positionsAfter({ updatedAt, id }: Position): Condition {
  return {
    where: ' AND updated_at <= ? AND (updated_at < ? OR id > ?)',
    values: [updatedAt, updatedAt, id],
  };
}

function conditionsOf(query: TaskQuery): Condition {
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
