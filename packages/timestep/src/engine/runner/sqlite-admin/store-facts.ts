import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { getCrashCount, PROCESS_LOST } from '../../../core/index.ts';
import type { OwnerStatus } from '../../port/index.ts';
import { computeHash } from '../sqlite/tasks/content-text.ts';
import { createTaskTable } from '../sqlite/tasks/task-table.ts';
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
  readonly oldestWaiting: readonly WaitingTaskFacts[];
  /** Running tasks during which a process crashed, and which may be retried. */
  readonly suspected: readonly SuspectedTask[];
  /** The newest tasks that were given up because of crashes, at most five. */
  readonly givenUp: readonly WaitingTaskFacts[];
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

/** A task that waits for its client. */
export interface WaitingTaskFacts {
  readonly id: string;
  readonly agent: string;
  readonly updatedAt: number;
}

interface SuspectedTask extends WaitingTaskFacts {
  /** Number of consecutive process crashes. */
  readonly crashes: number;
}

interface WorkingTask extends WaitingTaskFacts {
  readonly owner: string;
}

const MAX_LISTED = 5;

export function collectStoreFacts({ database, path }: StoreFile, now: number): StoreFacts {
  const owners = listOwners(database, path, now);
  const working = listWorkingTasks(database);
  const holders = listFileHolders(path);
  const pageBytes = readPragma(database, 'page_size');
  return {
    schemaVersion: readPragma(database, 'user_version'),
    databaseBytes: getFileSize(path),
    walBytes: getFileSize(`${path}-wal`),
    ...(holders && { holders }),
    freeBytes: readPragma(database, 'freelist_count') * pageBytes,
    tasksByState: countTasksByState(database),
    owners,
    underWay: working,
    suspected: listSuspectedTasks(database, working),
    givenUp: listGivenUpTasks(database),
    oldestWaiting: listOldestWaitingTasks(database),
    brokenLogs: listBrokenLogs(database),
    brokenContents: listBrokenContents(database),
    leftoverLocks: listLeftoverLocks(path, new Set(owners.map(({ id }) => id))),
  };
}

function getFileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function listOwners(database: DatabaseSync, path: string, now: number): OwnerFacts[] {
  const rows = database.prepare('SELECT id, lease_until FROM owner ORDER BY id').all();
  return rows.map((row) => {
    const id = String(row['id']);
    const leaseUntil = Number(row['lease_until']);
    return { id, leaseUntil, life: getOwnerStatus(path, id, leaseUntil, now) };
  });
}

function countTasksByState(database: DatabaseSync): Record<string, number> {
  const rows = database
    .prepare('SELECT state, count(*) AS n FROM task GROUP BY state ORDER BY state')
    .all();
  return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['n'])]));
}

function listWorkingTasks(database: DatabaseSync): WorkingTask[] {
  return database
    .prepare(
      `SELECT id, agent, owner, updated_at FROM task
       WHERE ended = 0 AND state <> 'input-required' AND suspended = 0 ORDER BY updated_at`,
    )
    .all()
    .map((row) => ({ ...rowToWaitingTask(row), owner: String(row['owner']) }));
}

function listSuspectedTasks(
  database: DatabaseSync,
  working: readonly WorkingTask[],
): SuspectedTask[] {
  const table = createTaskTable(database);
  return working.flatMap(({ id, agent, updatedAt }) => {
    const stored = table.load(id);
    const crashes = stored ? getCrashCount(stored.task) : 0;
    return crashes > 0 ? [{ id, agent, updatedAt, crashes }] : [];
  });
}

function listGivenUpTasks(database: DatabaseSync): WaitingTaskFacts[] {
  return database
    .prepare(
      `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
       WHERE state = 'failed' AND body LIKE '{%' AND json_extract(body, '$.error.code') = ?
       ORDER BY updated_at DESC LIMIT ?`,
    )
    .all(PROCESS_LOST, MAX_LISTED)
    .map(rowToWaitingTask);
}

function listOldestWaitingTasks(database: DatabaseSync): WaitingTaskFacts[] {
  return database
    .prepare(
      `SELECT id, agent, updated_at FROM task
       WHERE ended = 0 AND state = 'input-required' ORDER BY updated_at LIMIT ?`,
    )
    .all(MAX_LISTED)
    .map(rowToWaitingTask);
}

function rowToWaitingTask(row: Record<string, unknown>): WaitingTaskFacts {
  const { id, agent, updated_at: updatedAt } = row;
  return { id: String(id), agent: String(agent), updatedAt: Number(updatedAt) };
}

function listBrokenLogs(database: DatabaseSync): string[] {
  return database
    .prepare(
      `SELECT id FROM task WHERE NOT (
         SELECT count(*) = task.generation AND max(generation) = task.generation AND min(json_valid(body))
         FROM event WHERE task_id = task.id)
       UNION SELECT task_id FROM event WHERE task_id NOT IN (SELECT id FROM task)
         AND task_id NOT IN (SELECT task_id FROM erasing)
       LIMIT ?`,
    )
    .all(MAX_LISTED)
    .map((row) => String(row['id']));
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
