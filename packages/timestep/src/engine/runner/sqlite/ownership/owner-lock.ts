import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createPrivateFile } from '../../../port/index.ts';

/** Returns the path of the lock file of a database owner. */
export function getLockPath(path: string, owner: string): string {
  return `${path}.owner-${owner}`;
}

/**
 * Acquires a lock: an empty database in an exclusive transaction. Blocks the process until the lock
 * is free, by default for up to a second.
 */
export function acquireLock(path: string, timeout = 1000): DatabaseSync {
  createPrivateFile(path);
  // The timeout covers other processes, which briefly acquire a lock to check whether it is held.
  const lock = new DatabaseSync(path, { timeout });
  // Nothing is written, so no journal file is needed, which a killed process would leave behind.
  lock.exec('PRAGMA journal_mode = OFF');
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

/** Returns whether a living process holds the lock. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  let probe: DatabaseSync | undefined;
  try {
    probe = new DatabaseSync(existing, { timeout: 0 });
    probe.exec('BEGIN EXCLUSIVE');
    probe.exec('ROLLBACK');
    return false;
  } catch {
    return true;
  } finally {
    probe?.close();
  }
}
