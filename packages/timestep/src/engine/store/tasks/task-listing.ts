import { omitUndefined, type EntryPoint, type Submission, type Task, type TaskState } from '#core';
import {
  createEventLoopBreaks,
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
import { listLargestAcrossGroups } from './sorted-tasks.ts';
import { findAgentVersionsOfTasks } from '../versions/version-transactions.ts';
import {
  listNewestOfGroups,
  listTaskGroups,
  parsePosition,
  type PageOfGroups,
} from './task-groups.ts';
import {
  combineConditions,
  buildTaskCondition,
  NEWEST_FIRST,
  buildConditionAfterPosition,
  decodePageToken,
  encodePageToken,
  type Condition,
  type Position,
  type TaskSelection,
} from './task-selection.ts';

/** Options for counting tasks. */
export interface CountDeps {
  readonly database: Pick<SqlDatabase, 'read'>;
  /**
   * Whether the database has the table `task_count` and indexes for its groups, so that lists and
   * counts read few rows.
   */
  readonly hasCounts: boolean;
  /** Number of tasks that are counted before other work can run. Default 20 000, which takes a few milliseconds. */
  readonly countBatch?: number;
}

/** Options for listing tasks. */
export interface TaskListingDeps extends CountDeps {
  readonly load: (taskId: string) => Promise<Task | undefined> | Task | undefined;
  /** Callback for the error of a task that cannot be read and is therefore missing on the page. */
  readonly onUnreadable?: ((thrown: unknown) => void) | undefined;
}

const DEFAULT_COUNT_BATCH = 20_000;

/** Loads a page of tasks by fast statements. Throws `RunnerError` if the page token is invalid. */
export async function loadTaskPage(query: TaskQuery, deps: TaskListingDeps): Promise<TaskPage> {
  const { pageToken } = query;
  const from = pageToken === undefined ? undefined : decodePageToken(pageToken);
  const total = await countTasks(query, deps);
  const listed = await deps.database.read(() =>
    listNewestTaskRows(
      query,
      { columns: 'id, updated_at', from, limit: query.pageSize + 1 },
      deps.hasCounts,
    ),
  );
  const page = listed.slice(0, query.pageSize).map(parsePosition);
  const takeBreak = createEventLoopBreaks();
  const tasks: Task[] = [];
  for (const { id } of page) {
    const task = await loadTaskIfReadable(id, deps);
    if (task) tasks.push(task);
    await takeBreak();
  }
  const last = page.at(-1);
  const hasMore = listed.length > query.pageSize;
  return { tasks, total, ...(last && hasMore && { nextPageToken: encodePageToken(last) }) };
}

/**
 * Loads a task, or reports that it is damaged, so that it does not hide the others. A failure of
 * the whole database is thrown.
 */
async function loadTaskIfReadable(
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
  const selected = buildTaskCondition({ contextId, principal, agent, state: 'completed' });
  const row = yield* queryFirst(
    `SELECT id FROM task WHERE ${selected.where} ORDER BY updated_at DESC LIMIT 1`,
    selected.values,
  );
  return row && String(row['id']);
}

const ROW_COLUMNS = 'id, principal, agent, context_id, state, created_at, updated_at, generation';

/** Columns of tables that count tasks. */
const COUNTED_COLUMNS = `${ROW_COLUMNS}, entry, asked`;

/** Whether a list with this filter can be sorted by a figure. */
export function canSortTasks(filter: Omit<TaskFilter, 'limit'>): boolean {
  const { contextId, principal, changedSince, changedBefore } = filter;
  return (contextId ?? principal ?? changedSince ?? changedBefore) === undefined;
}

/** Lists the rows of tasks of all principals. */
export async function listTasks(
  filter: TaskFilter,
  { database, hasCounts }: CountDeps,
): Promise<TaskListing> {
  const { sort, ...unsorted } = filter;
  const { limit } = filter;
  const isSorted = hasCounts && canSortTasks(filter);
  const selected = isSorted ? filter : unsorted;
  const total = await countTasks(selected, { database, hasCounts });
  const columns = hasCounts ? COUNTED_COLUMNS : ROW_COLUMNS;
  const rows = await database.read(function* listTaskRowsOfPage() {
    if (sort !== undefined && isSorted)
      return yield* listLargestAcrossGroups(yield* listTaskGroups(filter), sort, {
        columns,
        limit,
      });
    return yield* listNewestTaskRows(selected, { columns, from: undefined, limit }, hasCounts);
  });
  return { tasks: await addAgentVersions(rows.map(parseTaskRow), database), total };
}

/** Lists waiting tasks, oldest first. The state is a literal in the SQL, because a partial index requires it. */
export async function listWaitingTasks(limit: number, deps: CountDeps): Promise<TaskListing> {
  const total = await countTasks({ state: 'input-required' }, deps);
  const rows = await deps.database.read(() =>
    queryRows(
      `SELECT ${deps.hasCounts ? COUNTED_COLUMNS : ROW_COLUMNS} FROM task WHERE state = 'input-required'
       ORDER BY updated_at, id LIMIT :limit`,
      { limit },
    ),
  );
  return { tasks: await addAgentVersions(rows.map(parseTaskRow), deps.database), total };
}

/** Adds the versions of agents. A store that only earlier releases have opened has no table of them. */
async function addAgentVersions(
  tasks: readonly TaskRow[],
  database: CountDeps['database'],
): Promise<readonly TaskRow[]> {
  if (tasks.length === 0) return tasks;
  const ids = tasks.map(({ id }) => id);
  const versions = await database
    .read(() => findAgentVersionsOfTasks(ids))
    .catch((thrown: unknown): ReadonlyMap<string, string> => {
      if (isMissingTable(thrown)) return new Map();
      throw thrown;
    });
  return tasks.map((task) => {
    const version = versions.get(task.id);
    return version === undefined ? task : { ...task, version };
  });
}

/** Whether SQLite or PostgreSQL reported that a table does not exist. */
function isMissingTable(thrown: unknown): boolean {
  const errors = thrown instanceof Error ? [thrown, thrown.cause] : [];
  return errors.some((error) => /no such table|does not exist/.test(String(error)));
}

/** Statement that creates the index for `listWaitingTasks`. */
export const WAITING_TASKS_INDEX =
  "CREATE INDEX IF NOT EXISTS task_waiting ON task (updated_at, id) WHERE state = 'input-required'";

function* listNewestTaskRows(
  query: TaskSelection,
  page: PageOfGroups,
  hasCounts: boolean,
): Transaction<readonly Row[]> {
  if (hasCounts && query.contextId === undefined)
    return yield* listNewestOfGroups(yield* listTaskGroups(query), query, page);
  const { columns, from, limit } = page;
  const { where, values } = combineConditions(
    buildTaskCondition(query),
    buildConditionAfterPosition(from),
  );
  const sql = `SELECT ${columns} FROM task WHERE ${where} ${NEWEST_FIRST} LIMIT :limit`;
  return yield* queryRows(sql, { ...values, limit });
}

/** Reads the number of tasks from `task_count` if possible, otherwise counts in steps. */
async function countTasks(query: TaskSelection, deps: CountDeps): Promise<number> {
  const { contextId, changedSince, changedBefore } = query;
  if (!deps.hasCounts || contextId !== undefined)
    return countTasksInSteps(buildTaskCondition(query), deps);
  const groups = await deps.database.read(() => listTaskGroups(query));
  if (changedSince === undefined && changedBefore === undefined)
    return groups.reduce((total, { tasks }) => total + tasks, 0);
  const period = buildTaskCondition(omitUndefined({ changedSince, changedBefore }));
  let total = 0;
  for (const group of groups)
    total += await countTasksInSteps(combineConditions(group, period), deps);
  return total;
}

async function countTasksInSteps(
  selected: Condition,
  { database, countBatch = DEFAULT_COUNT_BATCH }: CountDeps,
): Promise<number> {
  let from: Position | undefined;
  for (let total = 0; ; total += countBatch) {
    const rest = combineConditions(selected, buildConditionAfterPosition(from));
    const last = await database.read(() => findNthPosition(rest, countBatch));
    if (!last) return total + (await database.read(() => countTaskRows(rest)));
    from = last;
    await new Promise(setImmediate);
  }
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
  const { entry } = row;
  return {
    id: String(row['id']),
    principal: String(row['principal']),
    agent: String(row['agent']),
    contextId: String(row['context_id']),
    state: String(row['state']) as TaskState,
    createdAt: Number(row['created_at']),
    updatedAt: Number(row['updated_at']),
    generation: Number(row['generation']),
    ...(typeof entry === 'string' && entry !== '' && { entry: entry as EntryPoint }),
    ...(row['asked'] === 1 && { isAsked: true }),
  };
}
