import type { Clock, VectorStore } from '../port/index.ts';
import type { SqlDatabase } from './statement.ts';
import { findVectors, markVectors, putVectors } from './vector-transactions.ts';

/** Bounds of vectors in a database. */
export interface SqlVectorStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Vectors that are kept; the least recently used are deleted. Default 10,000, some 80 MB. */
  readonly limit?: number;
}

/** A use is not written down where the last one is as recent, so that reading seldom writes. */
const MARKED_MS = 60 * 60_000;

/**
 * Keeps vectors beside the tasks, for all processes that have the database open. Rejects as the
 * database does; nothing has changed then. The caller that opened the database closes it.
 */
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
        await database.write(() => markVectors(used, now));
      }
      return found.map(({ entry }) => entry);
    },
    async put(entries) {
      if (entries.length === 0) return;
      await database.write(() => putVectors(entries, limit, clock.now()));
    },
  };
}
