import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '#engine/port';

export function getLockPath(path: string, owner: string): string {
  return `${path}.owner-${owner}`;
}

/** Returns the path of the file that records how an owner (a process) ended. */
export function getExitMarkPath(path: string, owner: string): string {
  return `${getLockPath(path, owner)}.exit`;
}

/** Acquires an owner lock: an empty SQLite file in an exclusive transaction. Waits up to `timeout` ms. */
export function acquireLock(path: string, timeout = 1000): DatabaseSync {
  createPrivateFile(path);
  // A timeout is needed, because other processes lock the file briefly to check whether it is locked.
  const lock = new DatabaseSync(path, { timeout });
  // The lock file uses no journal file, which a killed process would leave behind.
  lock.exec('PRAGMA journal_mode = OFF');
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

/**
 * Returns whether a living process holds an owner lock, whose exclusive transaction blocks readers.
 */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  let probe: DatabaseSync | undefined;
  try {
    probe = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    probe.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch {
    return true;
  } finally {
    probe?.close();
  }
}
