import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OwnerStatus } from '../../port/index.ts';
import { getLockPath } from '../sqlite/ownership/owner-lock.ts';

export function getOwnerStatus(
  path: string,
  owner: string,
  leaseUntil: number,
  now: number,
): OwnerStatus {
  if (!isLocked(getLockPath(path, owner))) return 'gone';
  return leaseUntil < now ? 'silent' : 'alive';
}

/** Lists lock files that no process holds and no known owner will use again. */
export function listLeftoverLocks(path: string, known: ReadonlySet<string>): string[] {
  const prefix = basename(getLockPath(path, ''));
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .filter((name) => {
      const owner = name.slice(prefix.length).replace(/-journal$/, '');
      return !known.has(owner) && !isLocked(getLockPath(path, owner));
    })
    .map((name) => `${path.slice(0, path.length - basename(path).length)}${name}`)
    .toSorted();
}

/** An exclusive transaction keeps others from reading. */
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
