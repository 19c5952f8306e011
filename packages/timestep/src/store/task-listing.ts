import type { Submission, Task, TaskState } from '../core/index.ts';
import type { TaskFilter, TaskListing, TaskPage, TaskQuery, TaskRow } from '../port/index.ts';
import { firstOf, rowsOf, type Row, type SqlDatabase, type Transaction } from './statement.ts';
import {
  both,
  conditionOf,
  NEWEST_FIRST,
  positionsAfter,
  readPageToken,
  writePageToken,
  type Condition,
  type Position,
} from './task-selection.ts';

/** The database in which tasks are listed. */
export interface ListingSite {
  readonly database: Pick<SqlDatabase, 'read'>;
  /** Reads a task, in the form in which the database keeps it. */
  readonly load: (taskId: string) => Promise<Task | undefined> | Task | undefined;
  /** Whether the table `task_count` says how many tasks a principal and an agent have in each state. */
  readonly hasCounts: boolean;
  /**
   * How many tasks are counted before other work gets a turn. Default 20 000, which takes some
   * milliseconds.
   */
  readonly atATime?: number;
}

const AT_A_TIME = 20_000;

/**
 * One page of the tasks that a query selects, newest change first. However many tasks there are, no
 * statement takes long. Throws `RunnerError` for an unknown page token.
 */
export async function pageOf(query: TaskQuery, site: ListingSite): Promise<TaskPage> {
  const { pageToken } = query;
  const from = pageToken === undefined ? undefined : readPageToken(pageToken);
  const total = await totalOf(query, site);
  const ids = await site.database.read(() => idsFrom(from, query, query.pageSize + 1));
  const tasks: Task[] = [];
  for (const id of ids.slice(0, query.pageSize)) {
    const task = await site.load(id);
    if (task) tasks.push(task);
  }
  const last = tasks.at(-1);
  const hasMore = ids.length > query.pageSize;
  return { tasks, total, ...(last && hasMore && { nextPageToken: writePageToken(last) }) };
}

/** The id of the newest completed task of a conversation, which a new task continues. */
export function* latestCompleted(
  { principal, agent }: Pick<Submission, 'principal' | 'agent'>,
  contextId: string,
): Transaction<string | undefined> {
  const row = yield* firstOf(
    `SELECT id FROM task WHERE context_id = ? AND principal = ? AND agent = ? AND state = 'completed'
     ORDER BY updated_at DESC LIMIT 1`,
    contextId,
    principal,
    agent,
  );
  return row && String(row['id']);
}

/** The tasks of all principals, newest change first, as the table has them. */
export function* listTasks(filter: TaskFilter): Transaction<TaskListing> {
  const selected = conditionOf(filter);
  const total = yield* count(selected);
  const rows = yield* rowsOf(
    `SELECT id, principal, agent, context_id, state, created_at, updated_at, generation
     FROM task WHERE ${selected.where} ${NEWEST_FIRST} LIMIT ?`,
    ...selected.values,
    filter.limit,
  );
  return { tasks: rows.map(taskRowOf), total };
}

/**
 * The tasks that wait, the oldest change first. The state is written out: an index of these tasks alone answers no
 * query that compares with a value.
 */
export function* waitingTasks(limit: number): Transaction<TaskListing> {
  const waits = "state = 'input-required'";
  const total = yield* count({ where: waits, values: [] });
  const rows = yield* rowsOf(
    `SELECT id, principal, agent, context_id, state, created_at, updated_at, generation
     FROM task WHERE ${waits} ORDER BY updated_at, id LIMIT ?`,
    limit,
  );
  return { tasks: rows.map(taskRowOf), total };
}

/** Makes the index that `waitingTasks` reads; a task is in it only while it waits. */
export const TASKS_WAITING =
  "CREATE INDEX IF NOT EXISTS task_waiting ON task (updated_at, id) WHERE state = 'input-required'";

function* idsFrom(
  from: Position | undefined,
  query: TaskQuery,
  limit: number,
): Transaction<readonly string[]> {
  const { where, values } = both(conditionOf(query), positionsAfter(from));
  const sql = `SELECT id FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT ?`;
  return (yield* rowsOf(sql, ...values, limit)).map((row) => String(row['id']));
}

/** How many tasks a query selects: read from `task_count`, or counted with pauses. */
async function totalOf(
  query: TaskQuery,
  { database, hasCounts, atATime = AT_A_TIME }: ListingSite,
): Promise<number> {
  const selected = conditionOf(query);
  const isCounted = query.contextId === undefined && query.changedSince === undefined;
  if (hasCounts && isCounted) return database.read(() => keptCount(selected));
  let from: Position | undefined;
  for (let total = 0; ; total += atATime) {
    const rest = both(selected, positionsAfter(from));
    const last = await database.read(() => nthOf(rest, atATime));
    if (!last) return total + (await database.read(() => count(rest)));
    from = last;
    await new Promise(setImmediate);
  }
}

function* keptCount({ where, values }: Condition): Transaction<number> {
  const row = yield* firstOf(`SELECT sum(tasks) AS n FROM task_count WHERE ${where}`, ...values);
  return Number(row?.['n'] ?? 0);
}

function* count({ where, values }: Condition): Transaction<number> {
  const row = yield* firstOf(`SELECT count(*) AS n FROM task WHERE ${where}`, ...values);
  return Number(row?.['n'] ?? 0);
}

/** The position of the n-th task; `undefined` where there are fewer. */
function* nthOf({ where, values }: Condition, n: number): Transaction<Position | undefined> {
  const row = yield* firstOf(
    `SELECT updated_at, id FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT 1 OFFSET ?`,
    ...values,
    n - 1,
  );
  return row && { updatedAt: Number(row['updated_at']), id: String(row['id']) };
}

function taskRowOf(row: Row): TaskRow {
  return {
    id: String(row['id']),
    principal: String(row['principal']),
    agent: String(row['agent']),
    contextId: String(row['context_id']),
    state: String(row['state']) as TaskState,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    generation: Number(row['generation']),
  };
}
