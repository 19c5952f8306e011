import { execute, queryFirst, queryRows, type Transaction } from '../statement.ts';
import { StoreError } from '../store-error.ts';

/** A blob: a large part of stored values, stored once even if many values contain it. */
export interface Blob {
  readonly hash: string;
  readonly body: string;
  readonly uses: readonly string[];
}

export function* isBlobStored(hash: string): Transaction<boolean> {
  return (yield* queryFirst('SELECT 1 FROM blob WHERE hash = :hash', { hash })) !== undefined;
}

/** Reads the body of a blob. Throws `StoreError` if it is missing. */
export function* readBlob(hash: string): Transaction<string> {
  const row = yield* queryFirst('SELECT body FROM blob WHERE hash = :hash', { hash });
  if (row) return String(row['body']);
  const message = `content ${hash} is missing: the database is damaged; restore it from a backup`;
  throw new StoreError('corrupt', message);
}

export function* insertBlob({ hash, body, uses }: Blob): Transaction<void> {
  yield* execute('INSERT INTO blob (hash, body) VALUES (:hash, :body)', { hash, body });
  for (const used of uses) yield* insertBlobUse(hash, used);
}

/** Records that a blob is used by a task, or by another blob whose hash is `usedBy`. */
export function* insertBlobUse(usedBy: string, hash: string): Transaction<void> {
  yield* execute(
    'INSERT INTO blob_use (hash, used_by) VALUES (:hash, :usedBy) ON CONFLICT DO NOTHING',
    { hash, usedBy },
  );
}

/** Removes a task's uses of blobs, and deletes blobs that are no longer used. */
export function* releaseBlobs(taskId: string): Transaction<void> {
  const users = [taskId];
  for (let usedBy = users.pop(); usedBy !== undefined; usedBy = users.pop()) {
    const sql = 'DELETE FROM blob_use WHERE used_by = :usedBy RETURNING hash';
    for (const row of yield* queryRows(sql, { usedBy })) {
      const hash = String(row['hash']);
      const deleted = yield* execute(
        `DELETE FROM blob WHERE hash = :hash
         AND NOT EXISTS (SELECT 1 FROM blob_use WHERE hash = :hash)`,
        { hash },
      );
      if (deleted === 1) users.push(hash);
    }
  }
}
