import type { VectorEntry } from '../port/index.ts';
import { firstOf, rowsOf, type Transaction } from './statement.ts';
import { textOfVector, vectorOfText } from './vector-numbers.ts';

/** A vector with the time of its last use that is known. */
export interface KeptVector {
  readonly entry: VectorEntry;
  readonly usedAt: number;
}

/** So many keys go into one statement: always the same number, so that it is prepared once. */
const LOT = 100;

const KEYS = Array.from({ length: LOT }, () => '?').join(', ');

/** Those of the keys that are kept. */
export function* findVectors(keys: readonly string[]): Transaction<readonly KeptVector[]> {
  const found: KeptVector[] = [];
  for (const lot of lotsOf(keys)) {
    const rows = yield* rowsOf(
      `SELECT id, used_at, numbers FROM text_vector WHERE id IN (${KEYS})`,
      ...lot,
    );
    for (const row of rows) {
      const entry = [String(row['id']), vectorOfText(String(row['numbers']))] as const;
      found.push({ entry, usedAt: Number(row['used_at']) });
    }
  }
  return found;
}

/** Notes that vectors were used. */
export function* markVectors(keys: readonly string[], now: number): Transaction<void> {
  for (const lot of lotsOf(keys.toSorted())) {
    yield* rowsOf(`UPDATE text_vector SET used_at = ? WHERE id IN (${KEYS})`, now, ...lot);
  }
}

/** Keeps vectors, and deletes those that were not used for the longest time where there are too many. */
export function* putVectors(
  entries: readonly VectorEntry[],
  limit: number,
  now: number,
): Transaction<void> {
  // In one order, so that two processes do not wait for each other's rows.
  for (const [id, vector] of [...new Map(entries)].toSorted(byKey)) {
    yield* rowsOf(
      `INSERT INTO text_vector (id, used_at, numbers) VALUES (?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET used_at = excluded.used_at, numbers = excluded.numbers`,
      id,
      now,
      textOfVector(vector),
    );
  }
  const row = yield* firstOf('SELECT count(*) AS kept FROM text_vector');
  const excess = Number(row?.['kept']) - limit;
  if (excess <= 0) return;
  yield* rowsOf(
    `DELETE FROM text_vector WHERE id IN (
       SELECT id FROM text_vector ORDER BY used_at, id LIMIT ?)`,
    excess,
  );
}

function byKey([one]: VectorEntry, [other]: VectorEntry): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The keys in lots of the same size, the last one filled up with a key that no vector has. */
function* lotsOf(keys: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < keys.length; at += LOT) {
    const lot = keys.slice(at, at + LOT);
    yield [...lot, ...Array.from({ length: LOT - lot.length }, () => '')];
  }
}
