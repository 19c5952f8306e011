import type { Clock, VectorStore } from '../../port/index.ts';
import type { SqlDatabase } from '../statement.ts';
import { findVectors, markVectorsUsed, putVectors } from './vector-transactions.ts';

/** Limits of a vector store in a database. */
export interface SqlVectorStoreOptions {
  readonly clock: Pick<Clock, 'now'>;
  /**
   * Maximum number of vectors; the least recently used are deleted. Default 10,000, about 80 MB.
   */
  readonly limit?: number;
}

/**
 * Milliseconds after a recorded use in which further uses are not recorded, so that reads rarely
 * write.
 */
const MARKED_MS = 60 * 60_000;

/**
 * Creates a vector store in the database of the tasks, shared by all processes that have it open.
 * Rejects with the database's error if an operation fails; nothing has changed then. Does not close
 * the database.
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
        await database.write(() => markVectorsUsed(used, now));
      }
      return found.map(({ entry }) => entry);
    },
    async put(entries) {
      if (entries.length === 0) return;
      await database.write(() => putVectors(entries, limit, clock.now()));
    },
  };
}
