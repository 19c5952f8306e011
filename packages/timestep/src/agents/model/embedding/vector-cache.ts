import { createHash } from 'node:crypto';
import type { VectorEntry, VectorStore } from '#engine/port';
import type { Embedder } from './create-embedder.ts';

/** The embedding model and the store for its vectors. */
export interface VectorCacheOptions {
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  readonly store: VectorStore;
}

/** Wraps an embedder so that each text is embedded only once, even within one call. */
export function withVectorCache(
  embedder: Embedder,
  { model, store }: VectorCacheOptions,
): Embedder {
  return async (texts, signal) => {
    const keys = texts.map((text) => createVectorKey(model, text));
    const textOf = new Map(keys.map((key, at) => [key, texts[at] ?? '']));
    const found = new Map(await store.get([...textOf.keys()]));
    const missing = [...textOf.keys()].filter((key) => !found.has(key));
    if (missing.length > 0) {
      const made = await embedder(
        missing.map((key) => textOf.get(key) ?? ''),
        signal,
      );
      const entries = missing.flatMap((key, at): VectorEntry[] =>
        made[at] ? [[key, made[at]]] : [],
      );
      await store.put(entries);
      for (const [key, vector] of entries) found.set(key, vector);
    }
    return keys.flatMap((key) => found.get(key) ?? []);
  };
}

/** Creates the key of a vector: a hash, so that the store learns neither model nor text. */
function createVectorKey(model: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([model, text]))
    .digest('hex');
}
