import type { DatabaseSync } from 'node:sqlite';
import { listMissingBlobs, type EncodedValue } from './content-text.ts';
import { createRunCache, type RunCache } from './run-cache.ts';
import { StoreError } from '../store-error.ts';

/** Contents that are stored once, and the tasks and contents that use them. */
export interface ContentTable {
  /**
   * Stores the blobs of a value and records that a task uses them. Must run in the task's
   * transaction.
   */
  storeBlobs(taskId: string, content: EncodedValue): void;
  /** Returns the body of a blob. Throws `StoreError` if it is missing. */
  readonly readBody: (hash: string) => string;
  /** Cache of recently read list prefixes. */
  readonly runs: RunCache;
  /** Releases all contents that a task uses, and deletes contents that are no longer used. */
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
    storeBlobs(taskId, encoded) {
      const { uses } = encoded;
      if (uses.length === 0) return;
      const missing = listMissingBlobs(encoded, (hash) => isKept.get(hash) !== undefined);
      for (const { hash, body, uses: named } of missing) {
        // The first of several equal blobs in one value is already stored now.
        if (isKept.get(hash)) continue;
        insert.run(hash, body);
        for (const name of named) insertUse.run(name, hash);
      }
      for (const hash of uses) insertUse.run(hash, taskId);
    },
    readBody(hash) {
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
