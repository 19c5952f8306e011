import type { DatabaseSync } from 'node:sqlite';
import { missingBlobs, type Encoded } from './content-text.ts';
import { createRunCache, type RunCache } from './run-cache.ts';
import { StoreError } from './store-error.ts';

/** Contents that are stored once, with the tasks and contents that hold them. */
export interface ContentTable {
  /**
   * Stores the blobs of a value and that a task holds them. It must run in the task's transaction.
   */
  keep(taskId: string, content: Encoded): void;
  /** The body of a blob. Throws `StoreError` where it is missing. */
  readonly bodyOf: (hash: string) => string;
  /** Beginnings of lists that were read lately. */
  readonly runs: RunCache;
  /** Releases everything a task holds, and deletes contents that then have no holder. */
  release(taskId: string): void;
}

export function createContentTable(database: DatabaseSync): ContentTable {
  const select = database.prepare('SELECT body FROM blob WHERE hash = ?');
  const isKept = database.prepare('SELECT 1 FROM blob WHERE hash = ?');
  const insert = database.prepare('INSERT INTO blob (hash, body) VALUES (?, ?)');
  const insertUse = database.prepare(
    'INSERT INTO blob_use (hash, used_by) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteUses = database.prepare('DELETE FROM blob_use WHERE used_by = ? RETURNING hash');
  const deleteUnused = database.prepare(
    'DELETE FROM blob WHERE hash = ?1 AND NOT EXISTS (SELECT 1 FROM blob_use WHERE hash = ?1)',
  );

  return {
    runs: createRunCache(),
    keep(taskId, encoded) {
      const { uses } = encoded;
      if (uses.length === 0) return;
      const missing = missingBlobs(encoded, (hash) => isKept.get(hash) !== undefined);
      for (const { hash, body, uses: named } of missing) {
        // Of equal blobs in one value the first is kept by now.
        if (isKept.get(hash)) continue;
        insert.run(hash, body);
        for (const name of named) insertUse.run(name, hash);
      }
      for (const hash of uses) insertUse.run(hash, taskId);
    },
    bodyOf(hash) {
      const row = select.get(hash);
      if (!row) {
        const message = `content ${hash} is missing: the database is damaged; restore it from a backup`;
        throw new StoreError('corrupt', message);
      }
      return String(row['body']);
    },
    release(taskId) {
      const holders = [taskId];
      for (let holder = holders.pop(); holder !== undefined; holder = holders.pop()) {
        for (const row of deleteUses.all(holder)) {
          const hash = String(row['hash']);
          if (deleteUnused.run(hash).changes === 1) holders.push(hash);
        }
      }
    },
  };
}
