/** A vector with its key. */
export type VectorEntry = readonly [key: string, vector: Float32Array];

/**
 * Caches embedding vectors of texts. Entries may be evicted at any time. Keys are hashes of at most
 * 100 characters.
 */
export interface VectorStore {
  /** Returns the stored entries for these keys, in any order. */
  get(keys: readonly string[]): Promise<readonly VectorEntry[]>;
  /** Stores entries, replacing entries with the same keys. */
  put(entries: readonly VectorEntry[]): Promise<void>;
}
