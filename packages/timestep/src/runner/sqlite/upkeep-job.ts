import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createErasingTable } from './erasing-table.ts';
import { BUSY_TIMEOUT_MS } from './database.ts';
import { giveRoomBack } from './free-room.ts';
import type { Pace } from './pace.ts';
import { sweep } from './retention.ts';
import { emptyLog } from './write-ahead-log.ts';

/** What is to be done to a file beside those who use it. */
export interface UpkeepOrder {
  readonly path: string;
  /** Tasks that ended before are erased; nothing where they are kept. */
  readonly endedBefore: number | undefined;
}

/** Files up to here are written anew in less time than others wait for a commit. */
const SMALL_PAGES = 4096;

/**
 * Erases what is to be erased, gives room back and empties the write-ahead log. It may be stopped
 * between any two steps, and goes on when it is asked again.
 */
export function doUpkeep({ path, endedBefore }: UpkeepOrder, pace: Pace): void {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(existing, { timeout: BUSY_TIMEOUT_MS });
  try {
    // What is erased again after a power cut need not be waited for.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    sweep(database, endedBefore, pace);
    const erasing = createErasingTable(database);
    const hadTraces = erasing.hasTraces();
    if (!hadTraces) giveRoomBack(database, pace);
    // A log that a reader needs would only grow by what is written anew.
    if (!emptyLog(database, pace) || !hadTraces) return;
    writeAnewIfSmall(database);
    if (emptyLog(database, pace)) erasing.forgetTraces();
  } finally {
    database.close();
  }
}

/**
 * SQLite moves records when pages fill up, and leaves a copy in bytes that no record uses. Only
 * writing the file anew removes those, which takes long for a large file.
 */
function writeAnewIfSmall(database: DatabaseSync): void {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count']);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (pages <= SMALL_PAGES) database.exec('VACUUM');
}
