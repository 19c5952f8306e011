import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createErasingTable } from './erasing-table.ts';
import { BUSY_TIMEOUT_MS } from './database.ts';
import { giveRoomBack } from './free-room.ts';
import type { Pace } from './pace.ts';
import { sweep } from './retention.ts';
import { emptyLog } from './write-ahead-log.ts';

/** The upkeep to do on a file while other connections use it. */
export interface UpkeepOrder {
  readonly path: string;
  /** Tasks that ended before this time are erased; `undefined` where tasks are kept. */
  readonly endedBefore: number | undefined;
}

/**
 * Rewriting a file of at most this size takes less time than other connections wait for a commit.
 */
const SMALL_BYTES = 16 * 1024 * 1024;

/**
 * Erases old tasks, gives room back and empties the write-ahead log. It may be stopped between any
 * two steps; the next call continues.
 */
export function doUpkeep({ path, endedBefore }: UpkeepOrder, pace: Pace): void {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(existing, { timeout: BUSY_TIMEOUT_MS });
  try {
    // An erasure that a power cut undoes is repeated, so waiting for the disk is not necessary.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    sweep(database, endedBefore, pace);
    const erasing = createErasingTable(database);
    const hadTraces = erasing.hasTraces();
    if (!hadTraces) giveRoomBack(database, pace);
    // Rewriting the file would only grow a log that a reader still needs.
    if (!emptyLog(database, pace) || !hadTraces) return;
    writeAnewIfSmall(database);
    if (emptyLog(database, pace)) erasing.forgetTraces();
  } finally {
    database.close();
  }
}

/**
 * SQLite moves records when pages fill up, and leaves a copy in bytes that no record uses. Only
 * rewriting the file removes the copies, which takes long for a large file.
 */
function writeAnewIfSmall(database: DatabaseSync): void {
  const numberOf = (name: 'page_count' | 'page_size'): number =>
    Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (numberOf('page_count') * numberOf('page_size') <= SMALL_BYTES) database.exec('VACUUM');
}
