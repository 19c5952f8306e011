import { existsSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Departure } from '../../core/index.ts';
import { heldLock, isLocked, lockPath } from './owner-lock.ts';

/** The owner of tasks that were released: any process may continue them. */
export const NOBODY = '';

/**
 * Says which process owns a task, and whether that process lives. An owner holds a lock that the
 * operating system releases when the process dies in any way, so that its tasks can be taken over
 * at once. A stopped process keeps its lock, but its lease runs out.
 */
export interface Ownership {
  readonly id: string;
  /** Records that this process lives; call it at least as often as leases last. */
  renew(now: number): void;
  /**
   * Owners that are dead or whose lease has run out, and that have tasks under way or a place here.
   */
  lapsed(now: number): string[];
  isAlive(owner: string, now: number): boolean;
  /** Whether an owner has a place, which it gives up when it releases its tasks itself. */
  hasPlace(owner: string): boolean;
  /**
   * Removes an owner that is gone, but keeps its place while some of its tasks are not taken over.
   */
  forget(owner: string): void;
  /** Gives up the place and the lock, so that the next process need not wait. */
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
  // An owner that has released its place, or that another process wrongly considered dead, is named
  // only by its tasks.
  const selectOthers = database.prepare(
    `SELECT owner AS id FROM task
       WHERE ended = 0 AND state <> 'input-required' AND suspended = 0 AND owner <> ?1
     UNION SELECT owner FROM task JOIN mail ON task_id = task.id WHERE owner <> ?1
     UNION SELECT id FROM owner WHERE id <> ?1`,
  );
  const remove = database.prepare('DELETE FROM owner WHERE id = ?');
  const removeWithoutTasks = database.prepare(
    `DELETE FROM owner WHERE id = ?1 AND NOT EXISTS (
       SELECT 1 FROM task
         WHERE owner = ?1 AND ended = 0 AND state <> 'input-required' AND suspended = 0)`,
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
      // A process that considered this one dead has deleted its lock.
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

/** Whether another living owner works on a task, which must then keep it. */
export function isNeededBy(
  ownership: Ownership,
  owner: string,
  isWorking: boolean,
  now: number,
): boolean {
  return owner !== ownership.id && isWorking && ownership.isAlive(owner, now);
}

/**
 * What happened to the owner of a task that is taken over. A task that this process released
 * itself, for example because the disk was full, is not a sign of a crash.
 */
export function departureOf(ownership: Ownership, owner: string, crashLimit: number): Departure {
  const isLost = owner !== ownership.id && ownership.hasPlace(owner);
  return isLost ? { kind: 'lost', crashLimit } : { kind: 'left' };
}
