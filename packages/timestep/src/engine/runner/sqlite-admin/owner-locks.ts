import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { OwnerStatus } from '#engine/port';
import { getLockPath, isLocked } from '../sqlite/ownership/owner-lock.ts';

export function getOwnerStatus(
  path: string,
  owner: string,
  leaseUntil: number,
  now: number,
): OwnerStatus {
  if (!isLocked(getLockPath(path, owner))) return 'gone';
  return leaseUntil < now ? 'silent' : 'alive';
}

/** Lists lock files that no process holds and that belong to no known owner. */
export function listLeftoverLocks(path: string, known: ReadonlySet<string>): string[] {
  const prefix = basename(getLockPath(path, ''));
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(prefix))
    .filter((name) => {
      const owner = name.slice(prefix.length).replace(/-journal$|\.exit$/, '');
      return !known.has(owner) && !isLocked(getLockPath(path, owner));
    })
    .map((name) => `${path.slice(0, path.length - basename(path).length)}${name}`)
    .toSorted();
}
