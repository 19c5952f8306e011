import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { getCrashCount, PROCESS_LOST } from '#core';
import type { OwnerStatus } from '#engine/port';
import {
  computeHash,
  countTasksByState,
  createTransactionRunner,
  isDamagedData,
  listOldestWaiting,
  loadTask,
  parseTaskFacts,
  queryRows,
  readPragma,
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
  /** At most five. */
  readonly oldestWaiting: readonly TaskFacts[];
  /** Tasks that ended their process repeatedly and wait for a user. At most five. */
  readonly parked: readonly TaskFacts[];
  /** Running tasks during which a process crashed. */
  readonly suspected: readonly SuspectedTask[];
  /** At most five. */
  readonly givenUp: readonly TaskFacts[];
  /** Tasks whose log has gaps or unreadable records, and logs without a task, at most five. */
  readonly brokenLogs: readonly string[];
  /** Tasks whose log is complete but nested deeper than SQLite reads, at most five. */
  readonly deepLogs: readonly string[];
  /** Hashes of missing or changed contents, at most five. */
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

export function collectStoreFacts({ database, path }: StoreFile, now: number): StoreFacts {
  const run = createTransactionRunner(database);
  const owners = run(listOwners(path, now));
  const underWay = run(listWorkingTasks());
  const holders = listFileHolders(path);
  const { brokenLogs, deepLogs } = run(listUnreadLogs());
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
    parked: run(listParkedTasks()),
    givenUp: run(listGivenUpTasks()),
    oldestWaiting: run(listOldestWaiting(MAX_LISTED)),
    brokenLogs,
    deepLogs,
    brokenContents: listBrokenContents(database),
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

/** Counts none for a task that cannot be read, which is another finding. */
function* countCrashes(taskId: string): Transaction<number> {
  try {
    const task = yield* loadTask(taskId);
    return task ? getCrashCount(task) : 0;
  } catch (thrown) {
    if (isDamagedData(thrown)) return 0;
    throw thrown;
  }
}

function* listParkedTasks(): Transaction<readonly TaskFacts[]> {
  const rows = yield* queryRows(
    `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
     WHERE state = 'input-required' AND body LIKE '{%'
       AND CASE WHEN json_valid(body) THEN json_extract(body, '$.type') END = 'task.parked'
     ORDER BY updated_at DESC LIMIT ${MAX_LISTED}`,
  );
  return rows.map(parseTaskFacts);
}

function* listGivenUpTasks(): Transaction<readonly TaskFacts[]> {
  const rows = yield* queryRows(
    `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
     WHERE state = 'failed' AND body LIKE '{%'
       AND CASE WHEN json_valid(body) THEN json_extract(body, '$.error.code') END = :code
     ORDER BY updated_at DESC LIMIT ${MAX_LISTED}`,
    { code: PROCESS_LOST },
  );
  return rows.map(parseTaskFacts);
}

/** Lists logs that SQLite cannot read completely, and divides them by whether they are damaged. */
function* listUnreadLogs(): Transaction<Pick<StoreFacts, 'brokenLogs' | 'deepLogs'>> {
  const rows = yield* queryRows(
    `SELECT id, log.generation IS NOT task.generation AS has_gap FROM task JOIN (
       SELECT task_id, iif(count(*) = max(generation), count(*), 0) AS generation,
         min(json_valid(body)) AS is_valid
       FROM event GROUP BY task_id) AS log ON log.task_id = task.id
     WHERE has_gap OR NOT is_valid
     UNION SELECT id, 1 FROM task WHERE id NOT IN (SELECT task_id FROM event)
     UNION SELECT task_id, 1 FROM event WHERE task_id NOT IN (SELECT id FROM task)
       AND task_id NOT IN (SELECT task_id FROM erasing)`,
  );
  const brokenLogs: string[] = [];
  const deepLogs: string[] = [];
  for (const row of rows) {
    const id = String(row['id']);
    const isBroken = row['has_gap'] === 1 || !(yield* isLogParsed(id));
    const found = isBroken ? brokenLogs : deepLogs;
    if (found.length < MAX_LISTED) found.push(id);
    if (brokenLogs.length === MAX_LISTED) break;
  }
  return { brokenLogs, deepLogs };
}

/** SQLite reads JSON of 1000 levels at most, and this parser JSON of any depth. */
function* isLogParsed(taskId: string): Transaction<boolean> {
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
