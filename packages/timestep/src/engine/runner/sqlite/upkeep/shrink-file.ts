import type { DatabaseSync } from 'node:sqlite';
import { readPragma } from '#engine/store';
import type { Pace } from './upkeep-pace.ts';

/** Value of SQLite's `auto_vacuum` for files that can return free pages in steps. */
const INCREMENTAL = 2;

/** Number of free pages that are returned to the file system in one step, which takes some milliseconds. */
const STEP_PAGES = 128;

/**
 * Minimum number of free bytes that the database file keeps for new records. It keeps a tenth of its size if
 * that is more.
 */
const RESERVE_BYTES = 1024 * 1024;
const RESERVE_PART = 1 / 10;

export function shrinkFile(database: DatabaseSync, pace: Pace): void {
  if (readPragma(database, 'auto_vacuum') !== INCREMENTAL) return;
  while (!pace.isStopping() && countFreePagesAboveReserve(database) > 0) {
    const began = pace.now();
    database.exec(
      `PRAGMA incremental_vacuum(${Math.min(STEP_PAGES, countFreePagesAboveReserve(database))})`,
    );
    pace.pause(pace.now() - began);
  }
}

function countFreePagesAboveReserve(database: DatabaseSync): number {
  const least = RESERVE_BYTES / readPragma(database, 'page_size');
  const reserve = Math.max(least, readPragma(database, 'page_count') * RESERVE_PART);
  return readPragma(database, 'freelist_count') - Math.floor(reserve);
}
