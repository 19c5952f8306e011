import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OwnerLife } from '../../port/index.ts';
import { lockPath } from '../sqlite/owner-lock.ts';

export function ownerLife(path: string, owner: string, leaseUntil: number, now: number): OwnerLife {
  if (!isLocked(lockPath(path, owner))) return 'gone';
  return leaseUntil < now ? 'silent' : 'alive';
}

/** Lock files, and their journals, that no process holds and that no known owner will use again. */
export function leftoverLocks(path: string, known: ReadonlySet<string>): string[] {
  const prefix = basename(lockPath(path, ''));
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .filter((name) => {
      const owner = name.slice(prefix.length).replace(/-journal$/, '');
      return !known.has(owner) && !isLocked(lockPath(path, owner));
    })
    .map((name) => `${path.slice(0, path.length - basename(path).length)}${name}`)
    .toSorted();
}

/**
 * Whether a lock is held: it is a database in an exclusive transaction, which other processes
 * cannot read.
 */
function isLocked(path: string): boolean {
  if (!existsSync(path)) return false;
  const probe = new DatabaseSync(path, { readOnly: true, timeout: 0 });
  try {
    probe.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch {
    return true;
  } finally {
    probe.close();
  }
}
