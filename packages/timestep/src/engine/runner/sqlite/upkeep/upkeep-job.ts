import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { createErasingTable } from './erasing-table.ts';
import { BUSY_TIMEOUT_MS } from '../file/database.ts';
import { shrinkFile } from './shrink-file.ts';
import type { Pace } from './upkeep-pace.ts';
import { eraseExpired } from './erase-expired.ts';
import { truncateLog } from './write-ahead-log.ts';

/** Maintenance of a file while other connections use it. */
export interface UpkeepJob {
  readonly path: string;
  /** Erases tasks that ended before this time. Undefined: tasks are retained. */
  readonly endedBefore: number | undefined;
}

/**
 * Maximum size of a file that can be rewritten in less time than other connections wait for a
 * commit.
 */
const SMALL_BYTES = 16 * 1024 * 1024;

/**
 * Erases old tasks, returns unused space and truncates the write-ahead log. Can stop between any
 * two steps; the next call continues.
 */
export function runUpkeep({ path, endedBefore }: UpkeepJob, pace: Pace): void {
  const existing = pathToFileURL(path);
  existing.searchParams.set('mode', 'rw');
  const database = new DatabaseSync(existing, { timeout: BUSY_TIMEOUT_MS });
  try {
    // An erasure that a power failure undoes is repeated, so a sync is not necessary.
    database.exec('PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    eraseExpired(database, endedBefore, pace);
    const erasing = createErasingTable(database);
    const hadTraces = erasing.hasTraces();
    if (!hadTraces) shrinkFile(database, pace);
    // Rewriting the file would only grow a log that a reader still needs.
    if (!truncateLog(database, pace) || !hadTraces) return;
    vacuumIfSmall(database);
    if (truncateLog(database, pace)) erasing.forgetTraces();
  } finally {
    database.close();
  }
}

/**
 * Rewrites a small file. SQLite copies records when pages fill up and leaves the old bytes in the
 * file; only a rewrite removes them, which takes long for a large file.
 */
function vacuumIfSmall(database: DatabaseSync): void {
  const readPragma = (name: 'page_count' | 'page_size'): number =>
    Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
  if (readPragma('page_count') * readPragma('page_size') <= SMALL_BYTES) database.exec('VACUUM');
}
