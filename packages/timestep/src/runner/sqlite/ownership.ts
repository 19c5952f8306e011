import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Departure } from '../../core/index.ts';
import { heldLock, isLocked, lockPath } from './owner-lock.ts';

/** The owner of tasks that were freed from theirs: any process may go on with them. */
export const NOBODY = '';

/**
 * Which process a task belongs to, and whether that process still lives. An owner holds a lock that
 * the operating system lets go of when the process dies, however it dies, so that its tasks can be
 * taken over at once. A process that is stopped rather than dead keeps its lock: its lease runs out.
 */
export interface Ownership {
  readonly id: string;
  /** Says that this process lives; at least as often as leases last. */
  renew(now: number): void;
  /** Owners with tasks under way, or with a place here, that are dead or whose lease has run out. */
  lapsed(now: number): string[];
  isAlive(owner: string, now: number): boolean;
  /** True of an owner that has not let go itself. */
  hasPlace(owner: string): boolean;
  /** Forgets an owner that is gone, but for its place where some of its tasks are still to be taken. */
  forget(owner: string): void;
  /** Lets go, so that the next process need not wait. */
  release(): void;
}

export function createOwnership(
  database: DatabaseSync,
  path: string,
  id: string,
  leaseMs: number,
): Ownership {
  const upsert = database.prepare(
    `INSERT INTO owner (id, lease_until) VALUES (?, ?)
     ON CONFLICT (id) DO UPDATE SET lease_until = excluded.lease_until`,
  );
  const select = database.prepare('SELECT lease_until FROM owner WHERE id = ?');
  // An owner that has let go, or was taken for dead by mistake, is in its tasks only.
  const selectOthers = database.prepare(
    `SELECT owner AS id FROM task WHERE ended = 0 AND state <> 'input-required' AND owner <> ?1
     UNION SELECT owner FROM task JOIN mail ON task_id = task.id WHERE owner <> ?1
     UNION SELECT id FROM owner WHERE id <> ?1`,
  );
  const remove = database.prepare('DELETE FROM owner WHERE id = ?');
  const removeWithoutTasks = database.prepare(
    `DELETE FROM owner WHERE id = ?1 AND NOT EXISTS (
       SELECT 1 FROM task WHERE owner = ?1 AND ended = 0 AND state <> 'input-required')`,
  );
  const ownLock = lockPath(path, id);
  let lock = heldLock(ownLock);

  function isAlive(owner: string, now: number): boolean {
    const row = select.get(owner);
    return (
      row !== undefined && Number(row['lease_until']) >= now && isLocked(lockPath(path, owner))
    );
  }

  function unlock(owner: string): void {
    rmSync(lockPath(path, owner), { force: true });
  }

  return {
    id,
    renew(now) {
      // Whoever took this process for dead has thrown its lock away.
      if (!existsSync(ownLock)) {
        lock.close();
        lock = heldLock(ownLock);
      }
      upsert.run(id, now + leaseMs);
    },
    lapsed: (now) =>
      selectOthers
        .all(id)
        .map((row) => String(row['id']))
        .filter((owner) => !isAlive(owner, now)),
    isAlive,
    hasPlace: (owner) => select.get(owner) !== undefined,
    forget(owner) {
      removeWithoutTasks.run(owner);
      unlock(owner);
    },
    release() {
      lock.close();
      remove.run(id);
      unlock(id);
    },
  };
}

/** Whether an owner other than this process lives and works on a task, which must stay its own. */
export function isNeededBy(
  ownership: Ownership,
  owner: string,
  isWorking: boolean,
  now: number,
): boolean {
  return owner !== ownership.id && isWorking && ownership.isAlive(owner, now);
}

/**
 * What became of the owner of a task that is taken over. A task that this process let go of itself, as
 * for want of a disk, is no sign of a crash.
 */
export function departureOf(ownership: Ownership, owner: string, crashLimit: number): Departure {
  const isLost = owner !== ownership.id && ownership.hasPlace(owner);
  return isLost ? { kind: 'lost', crashLimit } : { kind: 'left' };
}
