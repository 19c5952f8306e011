import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { crashesOf, PROCESS_LOST } from '../../core/index.ts';
import type { OwnerLife } from '../../port/index.ts';
import { hashOf } from '../sqlite/content-text.ts';
import { createTaskTable } from '../sqlite/task-table.ts';
import { holdersOf, type FileHolder } from './file-holders.ts';
import { leftoverLocks, ownerLife } from './owner-locks.ts';
import { pragmaNumber, type StoreFile } from './store-file.ts';

/** Facts about a database at one moment. Sizes in bytes, times in ms since the epoch. */
export interface StoreFacts {
  readonly schemaVersion: number;
  readonly databaseBytes: number;
  /** The size of the write-ahead log beside it. */
  readonly walBytes: number;
  /** Other processes that have it open; absent where the system does not report them. */
  readonly holders?: readonly FileHolder[];
  /** The size of the room inside the file that new records will use. */
  readonly freeBytes: number;
  readonly tasksByState: Readonly<Record<string, number>>;
  readonly owners: readonly OwnerFacts[];
  /** Tasks that neither have ended nor wait for a client or for other tasks alone. */
  readonly underWay: readonly UnderWay[];
  /** The oldest tasks that wait for a client, at most a few. */
  readonly oldestWaiting: readonly Waiting[];
  /** Tasks under way that lost a process during their work and may be tried again. */
  readonly suspected: readonly Suspected[];
  /**
   * The newest tasks that were given up because processes were lost during their work, at most a
   * few.
   */
  readonly givenUp: readonly Waiting[];
  /** Tasks whose log has gaps, unreadable records or no task, at most a few. */
  readonly brokenLogs: readonly string[];
  /** Contents that a task holds and that are missing or changed, at most a few. */
  readonly brokenContents: readonly string[];
  readonly leftoverLocks: readonly string[];
}

/** A process that has the file open, or had it. */
export interface OwnerFacts {
  readonly id: string;
  readonly leaseUntil: number;
  readonly life: OwnerLife;
}

/** A task that waits for its client. */
export interface Waiting {
  readonly id: string;
  readonly agent: string;
  readonly updatedAt: number;
}

interface Suspected extends Waiting {
  /** How many processes were lost in a row. */
  readonly crashes: number;
}

interface UnderWay extends Waiting {
  readonly owner: string;
}

const FEW = 5;

export function storeFacts({ database, path }: StoreFile, now: number): StoreFacts {
  const owners = ownersOf(database, path, now);
  const working = underWay(database);
  const holders = holdersOf(path);
  const pageBytes = pragmaNumber(database, 'page_size');
  return {
    schemaVersion: pragmaNumber(database, 'user_version'),
    databaseBytes: bytesOf(path),
    walBytes: bytesOf(`${path}-wal`),
    ...(holders && { holders }),
    freeBytes: pragmaNumber(database, 'freelist_count') * pageBytes,
    tasksByState: tasksByState(database),
    owners,
    underWay: working,
    suspected: suspectedOf(database, working),
    givenUp: givenUp(database),
    oldestWaiting: oldestWaiting(database),
    brokenLogs: brokenLogs(database),
    brokenContents: brokenContents(database),
    leftoverLocks: leftoverLocks(path, new Set(owners.map(({ id }) => id))),
  };
}

function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function ownersOf(database: DatabaseSync, path: string, now: number): OwnerFacts[] {
  const rows = database.prepare('SELECT id, lease_until FROM owner ORDER BY id').all();
  return rows.map((row) => {
    const id = String(row['id']);
    const leaseUntil = Number(row['lease_until']);
    return { id, leaseUntil, life: ownerLife(path, id, leaseUntil, now) };
  });
}

function tasksByState(database: DatabaseSync): Record<string, number> {
  const rows = database
    .prepare('SELECT state, count(*) AS n FROM task GROUP BY state ORDER BY state')
    .all();
  return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['n'])]));
}

function underWay(database: DatabaseSync): UnderWay[] {
  return database
    .prepare(
      `SELECT id, agent, owner, updated_at FROM task
       WHERE ended = 0 AND state <> 'input-required' AND suspended = 0 ORDER BY updated_at`,
    )
    .all()
    .map((row) => ({ ...waitingOf(row), owner: String(row['owner']) }));
}

function suspectedOf(database: DatabaseSync, working: readonly UnderWay[]): Suspected[] {
  const table = createTaskTable(database);
  return working.flatMap(({ id, agent, updatedAt }) => {
    const stored = table.load(id);
    const crashes = stored ? crashesOf(stored.task) : 0;
    return crashes > 0 ? [{ id, agent, updatedAt, crashes }] : [];
  });
}

function givenUp(database: DatabaseSync): Waiting[] {
  return database
    .prepare(
      `SELECT id, agent, updated_at FROM task JOIN event ON task_id = id AND event.generation = task.generation
       WHERE state = 'failed' AND body LIKE '{%' AND json_extract(body, '$.error.code') = ?
       ORDER BY updated_at DESC LIMIT ?`,
    )
    .all(PROCESS_LOST, FEW)
    .map(waitingOf);
}

function oldestWaiting(database: DatabaseSync): Waiting[] {
  return database
    .prepare(
      `SELECT id, agent, updated_at FROM task
       WHERE ended = 0 AND state = 'input-required' ORDER BY updated_at LIMIT ?`,
    )
    .all(FEW)
    .map(waitingOf);
}

function waitingOf(row: Record<string, unknown>): Waiting {
  const { id, agent, updated_at: updatedAt } = row;
  return { id: String(id), agent: String(agent), updatedAt: Number(updatedAt) };
}

function brokenLogs(database: DatabaseSync): string[] {
  return database
    .prepare(
      `SELECT id FROM task WHERE NOT (
         SELECT count(*) = task.generation AND max(generation) = task.generation AND min(json_valid(body))
         FROM event WHERE task_id = task.id)
       UNION SELECT task_id FROM event WHERE task_id NOT IN (SELECT id FROM task)
         AND task_id NOT IN (SELECT task_id FROM erasing)
       LIMIT ?`,
    )
    .all(FEW)
    .map((row) => String(row['id']));
}

function brokenContents(database: DatabaseSync): string[] {
  const missing = database
    .prepare('SELECT DISTINCT hash FROM blob_use WHERE hash NOT IN (SELECT hash FROM blob) LIMIT ?')
    .all(FEW)
    .map((row) => String(row['hash']));
  const changed: string[] = [];
  for (const row of database.prepare('SELECT hash, body FROM blob').iterate()) {
    const hash = String(row['hash']);
    if (hashOf(String(row['body'])) !== hash) changed.push(hash);
    if (changed.length === FEW) break;
  }
  return [...missing, ...changed];
}
