import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { makePrivateFile } from '../../port/index.ts';

/** The file that an owner of a database keeps locked. */
export function lockPath(path: string, owner: string): string {
  return `${path}.owner-${owner}`;
}

/**
 * A lock is an empty database held in an exclusive transaction. The process waits for it without doing anything
 * else, by default for a second.
 */
export function heldLock(path: string, timeout = 1000): DatabaseSync {
  makePrivateFile(path);
  // The timeout covers other processes, which take a lock for a moment to see whether it is held.
  const lock = new DatabaseSync(path, { timeout });
  // Nothing is ever written to it, so it needs no journal file, which a killed process would leave
  // behind.
  lock.exec('PRAGMA journal_mode = OFF');
  lock.exec('BEGIN EXCLUSIVE');
  return lock;
}

/** Whether a living process holds the lock. */
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
