import type { DatabaseSync } from 'node:sqlite';
import type { Pace } from './pace.ts';

/** SQLite's number for files that can give pages back step by step. */
const INCREMENTAL = 2;

/** Pages given back at a time: some milliseconds of work. */
const STEP_PAGES = 128;

/**
 * Room that stays free, because new records will soon use it: a megabyte, or a tenth of the file.
 */
const RESERVE_BYTES = 1024 * 1024;
const RESERVE_PART = 1 / 10;

/** Gives unused room back to the disk, in short steps. */
export function giveRoomBack(database: DatabaseSync, pace: Pace): void {
  if (numberOf(database, 'auto_vacuum') !== INCREMENTAL) return;
  while (!pace.isStopping() && excessPages(database) > 0) {
    const began = pace.now();
    database.exec(`PRAGMA incremental_vacuum(${Math.min(STEP_PAGES, excessPages(database))})`);
    pace.pause(pace.now() - began);
  }
}

function excessPages(database: DatabaseSync): number {
  const least = RESERVE_BYTES / numberOf(database, 'page_size');
  const reserve = Math.max(least, numberOf(database, 'page_count') * RESERVE_PART);
  return numberOf(database, 'freelist_count') - Math.floor(reserve);
}

function numberOf(
  database: DatabaseSync,
  name: 'auto_vacuum' | 'freelist_count' | 'page_count' | 'page_size',
): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name] ?? 0);
}
