import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { omitUndefined, type RunnerExit } from '#core';
import { createTransactionRunner, execute, queryFirst, queryRows } from '#engine/store';
import { WORKING } from './task-claims.ts';
import { createExitMark, type ExitMark } from './exit-mark.ts';
import { deleteExitRecords, readExitRecord } from './exit-record.ts';
import { getProcessName } from './owner-id.ts';
import { acquireLock, getExitMarkPath, isLocked, getLockPath } from './owner-lock.ts';

/** Owner id of released tasks, which any process may resume. */
export const NO_OWNER = '';

/** Ownership of tasks by processes. A dead process no longer holds its lock; a frozen process loses its lease. */
export interface Ownership {
  readonly id: string;
  readonly mark: ExitMark;
  /** Extends the lease of this process. Must be called at least once per lease period. */
  renew(now: number): void;
  /** Lists the owners that are dead or whose lease has expired. */
  listLapsed(now: number): string[];
  isAlive(owner: string, now: number): boolean;
  /** Returns how the process with this owner id stopped. */
  getExit(owner: string): RunnerExit;
  /** Deletes the lock of a dead owner, and its registration unless it still owns running tasks. */
  removeOwner(owner: string): void;
  release(): void;
}

export function createOwnership(
  database: DatabaseSync,
  path: string,
  id: string,
  leaseMs: number,
): Ownership {
  const run = createTransactionRunner(database);
  const ownLock = getLockPath(path, id);
  let lock = acquireLock(ownLock);
  const mark = createExitMark(getExitMarkPath(path, id));

  function findLeaseEnd(owner: string): number | undefined {
    const row = run(queryFirst('SELECT lease_until FROM owner WHERE id = :owner', { owner }));
    return row && Number(row['lease_until']);
  }

  function isAlive(owner: string, now: number): boolean {
    const leaseUntil = findLeaseEnd(owner);
    return leaseUntil !== undefined && leaseUntil >= now && isLocked(getLockPath(path, owner));
  }

  function deleteLockAndExitRecords(owner: string): void {
    rmSync(getLockPath(path, owner), { force: true });
    deleteExitRecords(getExitMarkPath(path, owner));
  }

  return {
    id,
    mark,
    renew(now) {
      // Another process that considered this one dead may have deleted its lock file.
      if (!existsSync(ownLock)) {
        lock.close();
        lock = acquireLock(ownLock);
        mark.reopen();
      }
      run(
        execute(
          `INSERT INTO owner (id, lease_until) VALUES (:id, :leaseUntil)
           ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
          { id, leaseUntil: now + leaseMs },
        ),
      );
    },
    listLapsed: (now) =>
      run(queryRows(LIST_OTHERS, { id }))
        .map((row) => String(row['id']))
        .filter((owner) => !isAlive(owner, now)),
    isAlive,
    getExit(owner) {
      if (owner === id || findLeaseEnd(owner) === undefined) return { kind: 'left' };
      const record = readExitRecord(getExitMarkPath(path, owner));
      if (record && 'hasDeparted' in record) return { kind: 'left' };
      return { kind: 'lost', ...record, ...omitUndefined({ process: getProcessName(owner) }) };
    },
    removeOwner(owner) {
      const withoutTasks = `NOT EXISTS (SELECT 1 FROM task WHERE owner = :owner AND ${WORKING})`;
      run(execute(`DELETE FROM owner WHERE id = :owner AND ${withoutTasks}`, { owner }));
      deleteLockAndExitRecords(owner);
    },
    release() {
      mark.close();
      lock.close();
      run(execute('DELETE FROM owner WHERE id = :id', { id }));
      deleteLockAndExitRecords(id);
    },
  };
}

/** SQL query for all other owners, whether they are registered or only tasks name them. */
const LIST_OTHERS = `SELECT owner AS id FROM task WHERE ${WORKING} AND owner <> :id
  UNION SELECT owner FROM task JOIN mail ON task_id = task.id WHERE owner <> :id
  UNION SELECT id FROM owner WHERE id <> :id`;

export function isInUseByOther(
  ownership: Ownership,
  owner: string,
  isWorking: boolean,
  now: number,
): boolean {
  return owner !== ownership.id && isWorking && ownership.isAlive(owner, now);
}
