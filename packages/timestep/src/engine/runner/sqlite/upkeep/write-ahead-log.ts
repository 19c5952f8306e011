import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { Pace } from './upkeep-pace.ts';

export function getWriteAheadLogSize(path: string): number {
  return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

const TRIES = 20;
const TRY_AGAIN_MS = 10;

/** Copies the write-ahead log into the database and truncates it. Returns false if a reader still needs it. */
export function truncateWriteAheadLog(database: DatabaseSync, pace: Pace): boolean {
  const passive = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  // If the checkpoint waited for its turn, writers behind it would have to wait too.
  database.exec('PRAGMA busy_timeout = 0');
  const truncate = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)');
  for (let tries = 0; tries < TRIES && !pace.isStopping(); tries += 1) {
    passive.get();
    if (truncate.get()?.['busy'] === 0) return true;
    pace.pause(TRY_AGAIN_MS);
  }
  return false;
}
