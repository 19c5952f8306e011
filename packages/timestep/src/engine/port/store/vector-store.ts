/** An embedding vector with its cache key. */
export type VectorEntry = readonly [key: string, vector: Float32Array];

/** Cache of embedding vectors, which may be evicted. Keys are hashes of at most 100 characters. */
export interface VectorStore {
  get(keys: readonly string[]): Promise<readonly VectorEntry[]>;
  /** Stores vectors and ends the claims on their keys. */
  put(entries: readonly VectorEntry[]): Promise<void>;
  /**
   * Claims keys that have no vector and that no other caller has claimed, and returns them for the
   * caller to compute. A claim ends with `put` or `release`, or after some seconds if its process
   * was killed.
   */
  claim(keys: readonly string[]): Promise<readonly string[]>;
  /** Ends the caller's claims without storing vectors, so that other callers need not wait. */
  release(keys: readonly string[]): Promise<void>;
}
