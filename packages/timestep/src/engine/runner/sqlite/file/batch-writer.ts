import type { DatabaseSync } from 'node:sqlite';
import { FencedError, isDatabaseFailure, readPragma } from '#engine/store';

/** Commits writes in one transaction. Omits writes that throw, and returns their exceptions. */
export type BatchWriter = <W extends { readonly write: () => void }>(
  batch: readonly W[],
) => ReadonlyMap<W, unknown>;

/** Maximum milliseconds for which the event loop blocks while another process writes. */
const BUSY_WAIT_MS = 5;

export function createBatchWriter(
  database: DatabaseSync,
  checkFiles: () => void,
  onCommitted: () => void,
): BatchWriter {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const originalTimeout = readPragma(database, 'busy_timeout');
  const commit = database.prepare('COMMIT');

  /** This pragma cannot be a prepared statement, because SQLite executes it during preparation. */
  function setBusyTimeout(milliseconds: number): void {
    database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  return (batch) => {
    const refused = new Map<(typeof batch)[number], unknown>();
    checkFiles();
    setBusyTimeout(Math.min(originalTimeout, BUSY_WAIT_MS));
    try {
      begin.run();
    } finally {
      setBusyTimeout(originalTimeout);
    }
    for (let next = 0; next < batch.length; next += 1) {
      const entry = batch[next];
      if (entry === undefined || refused.has(entry)) continue;
      try {
        entry.write();
      } catch (thrown) {
        if (isDatabaseFailure(thrown)) throw thrown;
        refused.set(entry, thrown);
        if (thrown instanceof FencedError) continue;
        // A write that SQLite refused may be partly executed.
        database.exec('ROLLBACK; BEGIN IMMEDIATE');
        next = -1;
      }
    }
    commit.run();
    // If the database file has disappeared meanwhile, the commit is not durable.
    checkFiles();
    onCommitted();
    return refused;
  };
}
