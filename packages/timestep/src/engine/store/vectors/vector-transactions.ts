import type { VectorEntry } from '#engine/port';
import { bindListValues, execute, queryFirst, queryRows, type Transaction } from '../statement.ts';
import { vectorToText, textToVector } from './vector-numbers.ts';

export interface StoredVector {
  readonly entry: VectorEntry;
  readonly usedAt: number;
}

/** Number of keys per SQL statement. Fixed, so that the statement is prepared only once. */
const BATCH_SIZE = 100;

export function* findVectors(keys: readonly string[]): Transaction<readonly StoredVector[]> {
  const found: StoredVector[] = [];
  for (const batch of splitIntoBatches(keys)) {
    const { placeholders, values } = bindListValues('id', batch);
    const sql = `SELECT id, used_at, numbers FROM text_vector
      WHERE id IN (${placeholders}) AND numbers <> '-'`;
    for (const row of yield* queryRows(sql, values)) {
      const entry = [String(row['id']), textToVector(String(row['numbers']))] as const;
      found.push({ entry, usedAt: Number(row['used_at']) });
    }
  }
  return found;
}

export function* markVectorsUsed(keys: readonly string[], now: number): Transaction<void> {
  for (const batch of splitIntoBatches(keys.toSorted())) {
    const { placeholders, values } = bindListValues('id', batch);
    const sql = `UPDATE text_vector SET used_at = :now WHERE id IN (${placeholders})`;
    yield* execute(sql, { ...values, now });
  }
}

/** Stores vectors. Beyond `limit`, deletes the least recently used vectors. */
export function* putVectors(
  entries: readonly VectorEntry[],
  limit: number,
  now: number,
): Transaction<void> {
  // Rows are written in key order, so that two processes cannot deadlock.
  const inKeyOrder = [...new Map(entries)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  for (const [id, vector] of inKeyOrder) {
    yield* execute(
      `INSERT INTO text_vector (id, used_at, numbers) VALUES (:id, :now, :numbers)
       ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at, numbers = excluded.numbers`,
      { id, now, numbers: vectorToText(vector) },
    );
  }
  const row = yield* queryFirst('SELECT count(*) AS kept FROM text_vector');
  const excess = Number(row?.['kept']) - limit;
  if (excess <= 0) return;
  yield* execute(
    `DELETE FROM text_vector WHERE id IN (
       SELECT id FROM text_vector ORDER BY used_at, id LIMIT :excess)`,
    { excess },
  );
}

/**
 * Reserves cache keys of texts whose vectors this process will compute: keys without a vector, and without a
 * claim after `lastClaim`. Returns the reserved keys.
 */
export function* claimMissingVectors(
  keys: readonly string[],
  now: number,
  lastClaim: number,
): Transaction<readonly string[]> {
  const claimed: string[] = [];
  for (const id of keys.toSorted()) {
    const row = yield* queryFirst(
      `INSERT INTO text_vector (id, used_at, numbers) VALUES (:id, :now, '-')
       ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at
         WHERE text_vector.numbers = '-' AND text_vector.used_at <= :lastClaim
       RETURNING id`,
      { id, now, lastClaim },
    );
    if (row) claimed.push(id);
  }
  return claimed;
}

/** Deletes the claims on keys, but no vectors. */
export function* releaseVectorClaims(keys: readonly string[]): Transaction<void> {
  for (const batch of splitIntoBatches(keys.toSorted())) {
    const { placeholders, values } = bindListValues('id', batch);
    const sql = `DELETE FROM text_vector WHERE id IN (${placeholders}) AND numbers = '-'`;
    yield* execute(sql, values);
  }
}

function* splitIntoBatches(keys: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < keys.length; at += BATCH_SIZE) {
    const batch = keys.slice(at, at + BATCH_SIZE);
    yield [...batch, ...Array.from({ length: BATCH_SIZE - batch.length }, () => '')];
  }
}
