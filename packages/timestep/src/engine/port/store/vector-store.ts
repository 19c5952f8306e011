/** An embedding vector with its cache key. */
export type VectorEntry = readonly [key: string, vector: Float32Array];

/** Caches embedding vectors, which may be evicted. Keys are hashes of at most 100 characters. */
export interface VectorStore {
  get(keys: readonly string[]): Promise<readonly VectorEntry[]>;
  /** Stores vectors and ends the claims to their keys. */
  put(entries: readonly VectorEntry[]): Promise<void>;
  /**
   * Returns the keys that the caller now computes: keys without a vector that no other caller claims.
   * A claim ends with `put` or `release`, or after seconds if its process was killed.
   */
  claim(keys: readonly string[]): Promise<readonly string[]>;
  /** Ends claims of the caller without vectors, so that others need not wait. */
  release(keys: readonly string[]): Promise<void>;
}
