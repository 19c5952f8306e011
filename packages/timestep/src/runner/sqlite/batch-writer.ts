import type { DatabaseSync } from 'node:sqlite';
import { FencedError, isStoreWide } from './store-error.ts';

export interface BatchWriterSite {
  /** Throws where a commit would go to a file that cannot be found again. */
  readonly checkPlace: () => void;
  /** Called after every durable commit. */
  readonly onCommitted: () => void;
}

/**
 * Commits a batch in one transaction, except for the writes that throw: returns what each of those
 * threw. Throws, with nothing written, where the commit fails.
 */
export type BatchWriter = <W extends { readonly write: () => void }>(
  batch: readonly W[],
) => ReadonlyMap<W, unknown>;

/** How long the event loop waits each time for another process that is writing. */
const WAIT_MS = 5;

export function createBatchWriter(
  database: DatabaseSync,
  { checkPlace, onCommitted }: BatchWriterSite,
): BatchWriter {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const patience = Number(database.prepare('PRAGMA busy_timeout').get()?.['timeout'] ?? 0);
  const commit = database.prepare('COMMIT');

  /**
   * This is not a prepared statement, because SQLite obeys it when it is prepared, not when it is
   * run.
   */
  function waitFor(milliseconds: number): void {
    database.exec(`PRAGMA busy_timeout = ${milliseconds}`);
  }

  return (batch) => {
    const refused = new Map<(typeof batch)[number], unknown>();
    checkPlace();
    waitFor(Math.min(patience, WAIT_MS));
    try {
      begin.run();
    } finally {
      waitFor(patience);
    }
    for (let next = 0; next < batch.length; next += 1) {
      const entry = batch[next];
      if (entry === undefined || refused.has(entry)) continue;
      try {
        entry.write();
      } catch (thrown) {
        if (isStoreWide(thrown)) throw thrown;
        refused.set(entry, thrown);
        if (thrown instanceof FencedError) continue;
        // The refused write may have written a part, so the transaction begins again without it.
        database.exec('ROLLBACK; BEGIN IMMEDIATE');
        next = -1;
      }
    }
    commit.run();
    // The file may have disappeared meanwhile, and then its contents are not durable.
    checkPlace();
    onCommitted();
    return refused;
  };
}
