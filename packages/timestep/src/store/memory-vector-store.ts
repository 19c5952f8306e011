import type { VectorStore } from '../port/index.ts';

/** Bounds of vectors in memory. */
export interface MemoryVectorStoreOptions {
  /** Vectors that are kept; the least recently used are forgotten. Default 5000, some 30 MB. */
  readonly limit?: number;
}

/** Keeps vectors in this process. */
export function createMemoryVectorStore(options: MemoryVectorStoreOptions = {}): VectorStore {
  const { limit = 5000 } = options;
  const kept = new Map<string, Float32Array>();

  function keep(key: string, vector: Float32Array): void {
    // A map is in the order of its insertions, so the first key is the least recently used.
    kept.delete(key);
    kept.set(key, vector);
  }

  return {
    async get(keys) {
      const found = keys.flatMap((key) => {
        const vector = kept.get(key);
        return vector ? [[key, vector] as const] : [];
      });
      for (const [key, vector] of found) keep(key, vector);
      return found;
    },
    async put(entries) {
      for (const [key, vector] of entries) keep(key, vector);
      for (const key of kept.keys()) {
        if (kept.size <= limit) return;
        kept.delete(key);
      }
    },
  };
}
