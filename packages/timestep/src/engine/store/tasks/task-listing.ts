import type { Submission, Task, TaskState } from '#core';
import {
  createTurnBreaks,
  type TaskFilter,
  type TaskListing,
  type TaskPage,
  type TaskQuery,
  type TaskRow,
} from '#engine/port';
import { isDamagedData } from '../store-error.ts';
import {
  queryFirst,
  queryRows,
  type Row,
  type SqlDatabase,
  type Transaction,
} from '../statement.ts';
import {
  combineConditions,
  buildTaskCondition,
  NEWEST_FIRST,
  buildAfterCondition,
  decodePageToken,
  encodePageToken,
  type Condition,
  type Position,
} from './task-selection.ts';

/** The database access that listing tasks needs. */
export interface TaskListingDeps {
  readonly database: Pick<SqlDatabase, 'read'>;
  readonly load: (taskId: string) => Promise<Task | undefined> | Task | undefined;
  /** Whether the table `task_count` exists. */
  readonly hasCounts: boolean;
  /** Receives the error of a task that cannot be read, which the page then lacks. */
  readonly onUnreadable?: ((thrown: unknown) => void) | undefined;
  /** Tasks counted before other work can run. Default 20 000, which takes a few milliseconds. */
  readonly countBatch?: number;
}

const DEFAULT_COUNT_BATCH = 20_000;

/** Loads a page with fast statements. Throws `RunnerError` for a bad token. */
export async function loadTaskPage(query: TaskQuery, deps: TaskListingDeps): Promise<TaskPage> {
  const { pageToken } = query;
  const from = pageToken === undefined ? undefined : decodePageToken(pageToken);
  const total = await countTasks(query, deps);
  const listed = await deps.database.read(() => listPositions(from, query, query.pageSize + 1));
  const page = listed.slice(0, query.pageSize);
  const takeBreak = createTurnBreaks();
  const tasks: Task[] = [];
  for (const { id } of page) {
    const task = await loadIfReadable(id, deps);
    if (task) tasks.push(task);
    await takeBreak();
  }
  const last = page.at(-1);
  const hasMore = listed.length > query.pageSize;
  return { tasks, total, ...(last && hasMore && { nextPageToken: encodePageToken(last) }) };
}

/** One damaged task must not hide the others, but a damaged file must not pass as an empty one. */
async function loadIfReadable(
  id: string,
  { load, onUnreadable }: TaskListingDeps,
): Promise<Task | undefined> {
  try {
    return await load(id);
  } catch (thrown) {
    if (!isDamagedData(thrown)) throw thrown;
    onUnreadable?.(thrown);
    return undefined;
  }
}

/** Finds the id of the newest completed task of a conversation, which a new task continues. */
export function* findLatestCompletedTask(
  { principal, agent }: Pick<Submission, 'principal' | 'agent'>,
  contextId: string,
): Transaction<string | undefined> {
  const row = yield* queryFirst(
    `SELECT id FROM task WHERE context_id = :contextId AND principal = :principal
       AND agent = :agent AND state = 'completed'
     ORDER BY updated_at DESC LIMIT 1`,
    { contextId, principal, agent },
  );
  return row && String(row['id']);
}

const ROW_COLUMNS = 'id, principal, agent, context_id, state, created_at, updated_at, generation';

/** Lists table rows of tasks of all principals, most recently changed first. */
export function* listTasks(filter: TaskFilter): Transaction<TaskListing> {
  const selected = buildTaskCondition(filter);
  const total = yield* countTaskRows(selected);
  const rows = yield* queryRows(
    `SELECT ${ROW_COLUMNS} FROM task WHERE ${selected.where} ${NEWEST_FIRST} LIMIT :limit`,
    { ...selected.values, limit: filter.limit },
  );
  return { tasks: rows.map(parseTaskRow), total };
}

/** Lists waiting tasks, oldest first. A partial index needs the state as a literal. */
export function* listWaitingTasks(limit: number): Transaction<TaskListing> {
  const waits = "state = 'input-required'";
  const total = yield* countTaskRows({ where: waits, values: {} });
  const rows = yield* queryRows(
    `SELECT ${ROW_COLUMNS} FROM task WHERE ${waits} ORDER BY updated_at, id LIMIT :limit`,
    { limit },
  );
  return { tasks: rows.map(parseTaskRow), total };
}

/** Name of the index that `listWaitingTasks` uses. */
export const WAITING_TASKS_INDEX =
  "CREATE INDEX IF NOT EXISTS task_waiting ON task (updated_at, id) WHERE state = 'input-required'";

function* listPositions(
  from: Position | undefined,
  query: TaskQuery,
  limit: number,
): Transaction<readonly Position[]> {
  const { where, values } = combineConditions(buildTaskCondition(query), buildAfterCondition(from));
  const sql = `SELECT updated_at, id FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT :limit`;
  return (yield* queryRows(sql, { ...values, limit })).map(parsePosition);
}

function parsePosition(row: Row): Position {
  return { updatedAt: Number(row['updated_at']), id: String(row['id']) };
}

/** Reads the number of tasks from `task_count` if possible, otherwise counts in steps. */
async function countTasks(
  query: TaskQuery,
  { database, hasCounts, countBatch = DEFAULT_COUNT_BATCH }: TaskListingDeps,
): Promise<number> {
  const selected = buildTaskCondition(query);
  const isCounted = query.contextId === undefined && query.changedSince === undefined;
  if (hasCounts && isCounted) return database.read(() => sumTaskCounts(selected));
  let from: Position | undefined;
  for (let total = 0; ; total += countBatch) {
    const rest = combineConditions(selected, buildAfterCondition(from));
    const last = await database.read(() => findNthPosition(rest, countBatch));
    if (!last) return total + (await database.read(() => countTaskRows(rest)));
    from = last;
    await new Promise(setImmediate);
  }
}

function* sumTaskCounts({ where, values }: Condition): Transaction<number> {
  const row = yield* queryFirst(`SELECT sum(tasks) AS n FROM task_count WHERE ${where}`, values);
  return Number(row?.['n'] ?? 0);
}

function* countTaskRows({ where, values }: Condition): Transaction<number> {
  const row = yield* queryFirst(`SELECT count(*) AS n FROM task WHERE ${where}`, values);
  return Number(row?.['n'] ?? 0);
}

function* findNthPosition(
  { where, values }: Condition,
  n: number,
): Transaction<Position | undefined> {
  const row = yield* queryFirst(
    `SELECT updated_at, id FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT 1 OFFSET :skipped`,
    { ...values, skipped: n - 1 },
  );
  return row && parsePosition(row);
}

function parseTaskRow(row: Row): TaskRow {
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
