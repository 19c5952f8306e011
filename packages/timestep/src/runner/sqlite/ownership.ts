import { existsSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Which process a task belongs to, and whether that process still lives. An owner holds a lock that
 * the operating system lets go of when the process dies, however it dies, so that its tasks can be
 * taken over at once. A process that is stopped rather than dead keeps its lock: its lease runs out.
 */
export interface Ownership {
  readonly id: string;
  /** Says that this process lives; at least as often as leases last. */
  renew(now: number): void;
  /** Owners that are dead or whose lease has run out. */
  lapsed(now: number): string[];
  isAlive(owner: string, now: number): boolean;
  /** Forgets an owner that is gone. */
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
  const selectAll = database.prepare('SELECT id, lease_until FROM owner WHERE id <> ?');
  const remove = database.prepare('DELETE FROM owner WHERE id = ?');
  const lock = heldLock(lockPath(path, id));

  function isGone(owner: string, leaseUntil: number, now: number): boolean {
    return leaseUntil < now || !isLocked(lockPath(path, owner));
  }

  function forget(owner: string): void {
    remove.run(owner);
    rmSync(lockPath(path, owner), { force: true });
  }

  return {
    id,
    renew(now) {
      upsert.run(id, now + leaseMs);
    },
    lapsed(now) {
      return selectAll
        .all(id)
        .filter((row) => isGone(String(row['id']), Number(row['lease_until']), now))
        .map((row) => String(row['id']));
    },
    isAlive(owner, now) {
      const row = select.get(owner);
      return row !== undefined && !isGone(owner, Number(row['lease_until']), now);
    },
    forget,
    release() {
      lock.close();
      forget(id);
    },
  };
}

function lockPath(path: string, owner: string): string {
  return `${path}.owner-${owner}`;
}

/** A lock is an empty database held in an exclusive transaction. */
function heldLock(path: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const probe = new DatabaseSync(path, { timeout: 0 });
  try {
    probe.exec('BEGIN EXCLUSIVE');
    probe.exec('ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}
