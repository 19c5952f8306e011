import type { DatabaseSync } from 'node:sqlite';
import type { WorkCount } from '#engine/port';
import {
  sumWorkPerRow,
  addWorkToHour,
  createTransactionRunner,
  FencedError,
  isDatabaseFailure,
  readPragma,
} from '#engine/store';

/** A write that is committed in one transaction with other writes. */
export interface BatchedWrite {
  readonly write: () => void;
  /**
   * Figures that the write adds to the hourly statistics of work. Writes of a batch often count in the same
   * row.
   */
  readonly work: readonly WorkCount[];
}

/** Commits writes in one transaction, without those writes that throw. Returns their exceptions. */
export type BatchWriter = <W extends BatchedWrite>(batch: readonly W[]) => ReadonlyMap<W, unknown>;

const NOTHING_REFUSED: ReadonlyMap<never, unknown> = new Map<never, unknown>();

/** Maximum milliseconds to block the event loop while another process writes. */
const BUSY_WAIT_MS = 5;

export function createBatchWriter(
  database: DatabaseSync,
  checkFiles: () => void,
  onCommitted: () => void,
): BatchWriter {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const originalTimeout = readPragma(database, 'busy_timeout');
  const commit = database.prepare('COMMIT');
  const run = createTransactionRunner(database);

  /** Sets the pragma by `exec`, because SQLite executes it already when a prepared statement is prepared. */
  function setBusyTimeout(milliseconds: number): void {
    database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  return (batch) => {
    let refused: Map<(typeof batch)[number], unknown> | undefined;
    checkFiles();
    setBusyTimeout(Math.min(originalTimeout, BUSY_WAIT_MS));
    try {
      begin.run();
    } finally {
      setBusyTimeout(originalTimeout);
    }
    for (let next = 0; next < batch.length; next += 1) {
      const entry = batch[next];
      if (entry === undefined || refused?.has(entry)) continue;
      try {
        entry.write();
      } catch (thrown) {
        if (isDatabaseFailure(thrown)) throw thrown;
        refused ??= new Map();
        refused.set(entry, thrown);
        if (thrown instanceof FencedError) continue;
        // A write that SQLite rejected may be partly executed, so it is rolled back.
        database.exec('ROLLBACK; BEGIN IMMEDIATE');
        next = -1;
      }
    }
    const counted: WorkCount[] = [];
    for (const entry of batch) if (!refused?.has(entry)) counted.push(...entry.work);
    for (const sum of sumWorkPerRow(counted)) run(addWorkToHour(sum));
    commit.run();
    // If the database file has disappeared, a commit would not be durable.
    checkFiles();
    onCommitted();
    return refused ?? NOTHING_REFUSED;
  };
}
