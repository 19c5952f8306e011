import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { getHighestCrashCount, PROCESS_LOST, type TaskState } from '#core';
import type { OwnerStatus } from '#engine/port';
import {
  computeHash,
  countTasksByState,
  createTransactionRunner,
  isDamagedData,
  listOldestWaiting,
  loadTask,
  parseTaskFacts,
  listNewestOfGroups,
  listTaskGroups,
  queryFirst,
  queryRows,
  readPragma,
  type Row,
  type TaskFacts,
  type Transaction,
} from '#engine/store';
import { WORKING } from '../sqlite/ownership/task-claims.ts';
import { listFileHolders, type FileHolder } from './file-holders.ts';
import { listLeftoverLocks, getOwnerStatus } from './owner-locks.ts';
import type { StoreFile } from './store-file.ts';

export interface StoreFacts {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  readonly walBytes: number;
  /** Processes that have the file open. Undefined if the system does not report them. */
  readonly holders?: readonly FileHolder[];
  readonly freeBytes: number;
  readonly tasksByState: Readonly<Record<string, number>>;
  readonly owners: readonly OwnerFacts[];
  /** Ids of tasks that need a process to run them. */
  readonly underWay: readonly WorkingTask[];
  /** At most five tasks that wait for users, the longest waiting first. */
  readonly oldestWaiting: readonly TaskFacts[];
  /** Tasks that repeatedly ended their process and wait for a user, at most five. */
  readonly parked: readonly TaskFacts[];
  /** Running tasks that may have ended a process, because it crashed while it worked on them. */
  readonly suspected: readonly SuspectedTask[];
  /** Tasks that were given up because they repeatedly ended or froze their process, at most five. */
  readonly givenUp: readonly TaskFacts[];
  /**
   * Ids of at most five tasks whose log has gaps or unreadable records, or of logs without a task.
   */
  readonly brokenLogs: readonly string[];
  /** Ids of at most five tasks whose log is complete but nested deeper than SQLite can read. */
  readonly deepLogs: readonly string[];
  /** Number of newest tasks whose logs were read. Undefined: all logs and contents were read. */
  readonly readLogs?: number;
  /** Hashes of at most five stored contents (blobs) that are missing or changed. */
  readonly brokenContents: readonly string[];
  readonly leftoverLocks: readonly string[];
}

export interface OwnerFacts {
  readonly id: string;
  readonly leaseUntil: number;
  readonly life: OwnerStatus;
}

type SuspectedTask = TaskFacts & { readonly crashes: number };
type WorkingTask = TaskFacts & { readonly owner: string };

const MAX_LISTED = 5;

/**
 * Collects facts about a database. `newest` is the number of newest tasks whose logs are read; if
 * undefined, all logs and contents are read.
 */
export function collectStoreFacts(
  { database, path }: StoreFile,
  now: number,
  newest?: number,
): StoreFacts {
  const run = createTransactionRunner(database);
  const owners = run(listOwners(path, now));
  const underWay = run(listWorkingTasks());
  const holders = listFileHolders(path);
  const { brokenLogs, deepLogs } = run(listUnreadableLogs(newest));
  return {
    schemaVersion: readPragma(database, 'user_version'),
    databaseBytes: getFileSize(path),
    walBytes: getFileSize(`${path}-wal`),
    ...(holders && { holders }),
    freeBytes: readPragma(database, 'freelist_count') * readPragma(database, 'page_size'),
    tasksByState: run(countTasksByState(true)),
    owners,
    underWay,
    suspected: run(listSuspectedTasks(underWay)),
    parked: run(listTasksByLastEvent('input-required', '$.type', 'task.parked')),
    givenUp: run(listTasksByLastEvent('failed', '$.error.code', PROCESS_LOST)),
    oldestWaiting: run(listOldestWaiting(MAX_LISTED)),
    brokenLogs,
    deepLogs,
    brokenContents: newest === undefined ? listBrokenContents(database) : [],
    ...(newest !== undefined && { readLogs: newest }),
    leftoverLocks: listLeftoverLocks(path, new Set(owners.map(({ id }) => id))),
  };
}

function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function* listOwners(path: string, now: number): Transaction<readonly OwnerFacts[]> {
  const rows = yield* queryRows('SELECT id, lease_until FROM owner ORDER BY id');
  return rows.map((row) => {
    const id = String(row['id']);
    const leaseUntil = Number(row['lease_until']);
    return { id, leaseUntil, life: getOwnerStatus(path, id, leaseUntil, now) };
  });
}

function* listWorkingTasks(): Transaction<readonly WorkingTask[]> {
  const sql = `SELECT id, agent, owner, updated_at FROM task WHERE ${WORKING} ORDER BY updated_at`;
  const rows = yield* queryRows(sql);
  return rows.map((row) => ({ ...parseTaskFacts(row), owner: String(row['owner']) }));
}

function* listSuspectedTasks(
  working: readonly WorkingTask[],
): Transaction<readonly SuspectedTask[]> {
  const suspected: SuspectedTask[] = [];
  for (const { id, agent, updatedAt } of working) {
    const crashes = yield* countCrashes(id);
    if (crashes > 0) suspected.push({ id, agent, updatedAt, crashes });
  }
  return suspected;
}

/**
 * Returns the crash count of a task. A task that cannot be read counts as 0, because it is reported
 * separately.
 */
function* countCrashes(taskId: string): Transaction<number> {
  try {
    const task = yield* loadTask(taskId);
    return task ? getHighestCrashCount(task) : 0;
  } catch (thrown) {
    if (isDamagedData(thrown)) return 0;
    throw thrown;
  }
}

/** Maximum number of newest tasks of a state whose last events are searched. */
const MAX_READ_ENDS = 1000;

/** Lists the newest tasks of a state whose last event has a value at a JSON path. */
function* listTasksByLastEvent(
  state: TaskState,
  path: string,
  value: string,
): Transaction<readonly TaskFacts[]> {
  const page = { columns: 'id, agent, updated_at, generation', from: undefined };
  const groups = yield* listTaskGroups({ state });
  const newest = yield* listNewestOfGroups(groups, {}, { ...page, limit: MAX_READ_ENDS });
  const found: TaskFacts[] = [];
  for (const row of newest) {
    const event = yield* queryFirst(
      `SELECT CASE WHEN json_valid(body) THEN json_extract(body, :path) END AS value FROM event
       WHERE task_id = :id AND generation = :generation AND body LIKE '{%'`,
      { path, id: String(row['id']), generation: Number(row['generation']) },
    );
    if (event?.['value'] === value) found.push(parseTaskFacts(row));
    if (found.length === MAX_LISTED) break;
  }
  return found;
}

const BROKEN_LOGS = `SELECT id, log.generation IS NOT task.generation AS has_gap FROM task JOIN (
    SELECT task_id, iif(count(*) = max(generation), count(*), 0) AS generation,
      min(json_valid(body)) AS is_valid
    FROM event GROUP BY task_id) AS log ON log.task_id = task.id
  WHERE has_gap OR NOT is_valid
  UNION SELECT id, 1 FROM task WHERE id NOT IN (SELECT task_id FROM event)
  UNION SELECT task_id, 1 FROM event WHERE task_id NOT IN (SELECT id FROM task)
    AND task_id NOT IN (SELECT task_id FROM erasing)`;

/** Lists the tasks, among the newest, whose logs have a gap or a record that SQLite cannot read. */
function* listBrokenLogsAmongNewest(limit: number): Transaction<readonly Row[]> {
  const page = { columns: 'id, updated_at, generation', from: undefined, limit };
  const broken: Row[] = [];
  for (const row of yield* listNewestOfGroups(yield* listTaskGroups({}), {}, page)) {
    const log = yield* queryFirst(
      `SELECT count(*) <> :generation OR coalesce(max(generation), 0) <> :generation AS has_gap,
         min(json_valid(body)) AS is_valid FROM event WHERE task_id = :id`,
      { id: String(row['id']), generation: Number(row['generation']) },
    );
    if (log && (log['has_gap'] === 1 || log['is_valid'] === 0)) broken.push({ ...row, ...log });
  }
  return broken;
}

/** Lists logs that SQLite cannot read completely: damaged logs, and logs that are only nested too deep. */
function* listUnreadableLogs(
  newest: number | undefined,
): Transaction<Pick<StoreFacts, 'brokenLogs' | 'deepLogs'>> {
  const rows =
    newest === undefined ? yield* queryRows(BROKEN_LOGS) : yield* listBrokenLogsAmongNewest(newest);
  const brokenLogs: string[] = [];
  const deepLogs: string[] = [];
  for (const row of rows) {
    const id = String(row['id']);
    const isBroken = row['has_gap'] === 1 || !(yield* isLogValidJson(id));
    const found = isBroken ? brokenLogs : deepLogs;
    if (found.length < MAX_LISTED) found.push(id);
    if (brokenLogs.length === MAX_LISTED) break;
  }
  return { brokenLogs, deepLogs };
}

/** Returns whether all records of a log are JSON. SQLite parses at most 1000 levels, this parser any number. */
function* isLogValidJson(taskId: string): Transaction<boolean> {
  const rows = yield* queryRows(
    'SELECT body FROM event WHERE task_id = :taskId AND NOT json_valid(body)',
    { taskId },
  );
  return rows.every((row) => isJson(String(row['body'])));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function listBrokenContents(database: DatabaseSync): string[] {
  const missing = database
    .prepare('SELECT DISTINCT hash FROM blob_use WHERE hash NOT IN (SELECT hash FROM blob) LIMIT ?')
    .all(MAX_LISTED)
    .map((row) => String(row['hash']));
  const changed: string[] = [];
  for (const row of database.prepare('SELECT hash, body FROM blob').iterate()) {
    const hash = String(row['hash']);
    if (computeHash(String(row['body'])) !== hash) changed.push(hash);
    if (changed.length === MAX_LISTED) break;
  }
  return [...missing, ...changed];
}
