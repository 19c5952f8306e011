/** A vector by its key. */
export type VectorEntry = readonly [key: string, vector: Float32Array];

/**
 * Where vectors of texts are kept between uses. It is a cache: it may forget entries at any time. Keys are
 * hashes of at most 100 characters.
 */
export interface VectorStore {
  /** Those of the keys that are kept, in any order. */
  get(keys: readonly string[]): Promise<readonly VectorEntry[]>;
  /** Keeps entries, in place of those with the same keys. */
  put(entries: readonly VectorEntry[]): Promise<void>;
}
