import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from '#engine/port';

export function getLockPath(path: string, owner: string): string {
  return `${path}.owner-${owner}`;
}

/** Returns the path of the file that says how an owner ended. */
export function getExitMarkPath(path: string, owner: string): string {
  return `${getLockPath(path, owner)}.exit`;
}

/** An owner lock is an empty SQLite file in an exclusive transaction. Waits up to `timeout` ms. */
export function acquireLock(path: string, timeout = 1000): DatabaseSync {
  createPrivateFile(path);
  // The timeout covers other processes, which lock the file briefly to check whether it is locked.
  const lock = new DatabaseSync(path, { timeout });
  // The lock file uses no journal file, which a killed process would leave behind.
  lock.exec('PRAGMA journal_mode = OFF');
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

/** Returns whether a living process holds the lock, whose exclusive transaction stops readers. */
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
