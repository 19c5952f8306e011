import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { readPragma } from '#engine/store';
import { createErasingTable } from './erasing-table.ts';
import { BUSY_TIMEOUT_MS } from '../file/database.ts';
import { shrinkFile } from './shrink-file.ts';
import type { Pace } from './upkeep-pace.ts';
import { finishErasuresAndEraseExpired } from './erase-expired.ts';
import { truncateWriteAheadLog } from './write-ahead-log.ts';

export interface UpkeepJob {
  readonly path: string;
  /** Tasks that ended before this time are erased. */
  readonly endedBefore: number | undefined;
}

/**
 * Maximum size in bytes of a file that is rewritten: quickly enough that other writers can wait.
 */
const SMALL_BYTES = 16 * 1024 * 1024;

/**
 * Erases old tasks, and truncates the file and its write-ahead log. Can stop between any two steps.
 */
export function runFileUpkeep({ path, endedBefore }: UpkeepJob, pace: Pace): void {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(existing, { timeout: BUSY_TIMEOUT_MS });
  try {
    // The mode `NORMAL` is enough: an erasure that a power failure undoes is repeated.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    finishErasuresAndEraseExpired(database, endedBefore, pace);
    const erasing = createErasingTable(database);
    const hadTraces = erasing.hasErasedTextRemains();
    if (!hadTraces) shrinkFile(database, pace);
    // While a reader needs the write-ahead log, rewriting the file would not shrink it, but grow the log.
    if (!truncateWriteAheadLog(database, pace) || !hadTraces) return;
    vacuumIfSmall(database);
    if (truncateWriteAheadLog(database, pace)) erasing.forgetTraces();
  } finally {
    database.close();
  }
}

/** Rewrites a small file, because SQLite leaves copies of erased records in pages until then. */
function vacuumIfSmall(database: DatabaseSync): void {
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  const bytes = readPragma(database, 'page_count') * readPragma(database, 'page_size');
  if (bytes <= SMALL_BYTES) database.exec('VACUUM');
}
