import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { getCrashCount, PROCESS_LOST } from '../../../core/index.ts';
import type { OwnerStatus } from '../../port/index.ts';
import {
  computeHash,
  countTasksByState,
  createTransactionRunner,
  listOldestWaiting,
  loadTask,
  parseTaskFacts,
  queryRows,
  type TaskFacts,
  type Transaction,
} from '../../store/index.ts';
import { WORKING } from '../sqlite/ownership/task-claims.ts';
import { listFileHolders, type FileHolder } from './file-holders.ts';
import { listLeftoverLocks, getOwnerStatus } from './owner-locks.ts';
import { readPragma, type StoreFile } from './store-file.ts';

/**
 * Facts about a database at one moment. Sizes are in bytes, times in milliseconds since the epoch.
 */
export interface StoreFacts {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  /** Size of the write-ahead log. */
  readonly walBytes: number;
  /** Other processes that have the file open. Undefined if the system does not report them. */
  readonly holders?: readonly FileHolder[];
  /** Size of the free space inside the file. */
  readonly freeBytes: number;
  readonly tasksByState: Readonly<Record<string, number>>;
  readonly owners: readonly OwnerFacts[];
  /** Tasks that have not ended and do not only wait for a client or other tasks. */
  readonly underWay: readonly WorkingTask[];
  /** The tasks that have waited longest for a client, at most five. */
  readonly oldestWaiting: readonly TaskFacts[];
  /** Running tasks during which a process crashed, and which may be retried. */
  readonly suspected: readonly SuspectedTask[];
  /** The newest tasks that were given up because of crashes, at most five. */
  readonly givenUp: readonly TaskFacts[];
  /** Tasks whose log has gaps, unreadable records or no task, at most five. */
  readonly brokenLogs: readonly string[];
  /**
   * Hashes of contents that a task uses and that are missing or changed, at most five.
   */
  readonly brokenContents: readonly string[];
  readonly leftoverLocks: readonly string[];
}

/** A process that has or had the file open. */
export interface OwnerFacts {
  readonly id: string;
  readonly leaseUntil: number;
  readonly life: OwnerStatus;
}

interface SuspectedTask extends TaskFacts {
  /** Number of consecutive process crashes. */
  readonly crashes: number;
}

interface WorkingTask extends TaskFacts {
  readonly owner: string;
}

const MAX_LISTED = 5;

export function collectStoreFacts({ database, path }: StoreFile, now: number): StoreFacts {
  const run = createTransactionRunner(database);
  const owners = run(listOwners(path, now));
  const underWay = run(listWorkingTasks());
  const holders = listFileHolders(path);
  return {
    schemaVersion: readPragma(database, 'user_version'),
    databaseBytes: getFileSize(path),
    walBytes: getFileSize(`${path}-wal`),
    ...(holders && { holders }),
    freeBytes: readPragma(database, 'freelist_count') * readPragma(database, 'page_size'),
    tasksByState: run(countTasksByState()),
    owners,
    underWay,
    suspected: run(listSuspectedTasks(underWay)),
    givenUp: run(listGivenUpTasks()),
    oldestWaiting: run(listOldestWaiting(MAX_LISTED)),
    brokenLogs: run(listBrokenLogs()),
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
    const task = yield* loadTask(id);
    const crashes = task ? getCrashCount(task) : 0;
    if (crashes > 0) suspected.push({ id, agent, updatedAt, crashes });
  }
  return suspected;
}

function* listGivenUpTasks(): Transaction<readonly TaskFacts[]> {
  const rows = yield* queryRows(
    `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
     WHERE state = 'failed' AND body LIKE '{%' AND json_extract(body, '$.error.code') = :code
     ORDER BY updated_at DESC LIMIT ${MAX_LISTED}`,
    { code: PROCESS_LOST },
  );
  return rows.map(parseTaskFacts);
}

function* listBrokenLogs(): Transaction<readonly string[]> {
  const rows = yield* queryRows(
    `SELECT id FROM task WHERE NOT (
       SELECT count(*) = task.generation AND max(generation) = task.generation AND min(json_valid(body))
       FROM event WHERE task_id = task.id)
     UNION SELECT task_id FROM event WHERE task_id NOT IN (SELECT id FROM task)
       AND task_id NOT IN (SELECT task_id FROM erasing)
     LIMIT ${MAX_LISTED}`,
  );
  return rows.map((row) => String(row['id']));
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
