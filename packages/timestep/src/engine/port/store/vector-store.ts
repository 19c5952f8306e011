/** An embedding vector with its cache key. */
export type VectorEntry = readonly [key: string, vector: Float32Array];

/** Caches embedding vectors, which may be evicted. Keys are hashes of at most 100 characters. */
export interface VectorStore {
  get(keys: readonly string[]): Promise<readonly VectorEntry[]>;
  put(entries: readonly VectorEntry[]): Promise<void>;
}
