import type { Clock, VectorStore } from '#engine/port';
import type { SqlDatabase } from '../statement.ts';
import {
  claimMissingVectors,
  findVectors,
  markVectorsUsed,
  putVectors,
  releaseVectorClaims,
} from './vector-transactions.ts';

/** Limits of a vector store in a database. */
export interface SqlVectorStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Maximum number of vectors. Default 10,000, about 80 MB. The least recently used vectors are deleted. */
  readonly limit?: number;
}

/**
 * Milliseconds after a recorded use of a vector in which further uses are not recorded, so that reading
 * vectors seldom writes.
 */
const MARKED_MS = 60 * 60_000;

/** Milliseconds after which a claim ends: longer than an embedder needs, shorter than the time limit of a task. */
const CLAIMED_MS = 5000;

/** Creates a vector store in the database of the tasks. Rejects with the database's error. */
export function createSqlVectorStore(
  database: SqlDatabase,
  { clock, limit = 10_000 }: SqlVectorStoreOptions,
): VectorStore {
  return {
    async get(keys) {
      const now = clock.now();
      const found = await database.read(() => findVectors(keys));
      const unmarked = found.filter(({ usedAt }) => usedAt <= now - MARKED_MS);
      if (unmarked.length > 0) {
        const used = unmarked.map(({ entry: [key] }) => key);
        await database.write(() => markVectorsUsed(used, now));
      }
      return found.map(({ entry }) => entry);
    },
    async put(entries) {
      if (entries.length === 0) return;
      await database.write(() => putVectors(entries, limit, clock.now()));
    },
    async claim(keys) {
      if (keys.length === 0) return [];
      const now = clock.now();
      return database.write(() => claimMissingVectors(keys, now, now - CLAIMED_MS));
    },
    async release(keys) {
      if (keys.length > 0) await database.write(() => releaseVectorClaims(keys));
    },
  };
}
