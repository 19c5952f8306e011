import type { VectorStore } from '#engine/port';

/** Limits of a vector store in memory. */
export interface MemoryVectorStoreOptions {
  /** Maximum number of vectors. Default 5000, about 30 MB. The least recently used vectors are dropped. */
  readonly limit?: number;
}

/** Creates a vector store in the memory of this process. */
export function createMemoryVectorStore(options: MemoryVectorStoreOptions = {}): VectorStore {
  const { limit = 5000 } = options;
  const kept = new Map<string, Float32Array>();
  const claimed = new Set<string>();

  function insertVectorAsNewest(key: string, vector: Float32Array): void {
    // Reinsertion keeps the least recently used key first in the `Map`.
    kept.delete(key);
    kept.set(key, vector);
  }

  return {
    async get(keys) {
      const found = keys.flatMap((key) => {
        const vector = kept.get(key);
        return vector ? [[key, vector] as const] : [];
      });
      for (const [key, vector] of found) insertVectorAsNewest(key, vector);
      return found;
    },
    async put(entries) {
      for (const [key, vector] of entries) {
        claimed.delete(key);
        insertVectorAsNewest(key, vector);
      }
      for (const key of kept.keys()) {
        if (kept.size <= limit) return;
        kept.delete(key);
      }
    },
    async claim(keys) {
      const free = keys.filter((key) => !kept.has(key) && !claimed.has(key));
      for (const key of free) claimed.add(key);
      return free;
    },
    async release(keys) {
      for (const key of keys) claimed.delete(key);
    },
  };
}
