import { createHash } from 'node:crypto';
import type { VectorStore } from '../../port/index.ts';
import type { Embedder } from './embedder-from.ts';

/** Whose vectors are kept, and where. */
export interface CachedEmbedderOptions {
  /** The name of the embedder's model: vectors of different models are not compared. */
  readonly model: string;
  readonly store: VectorStore;
}

/**
 * An embedder that makes a vector of the same text only once, also within one call. Rejects as the embedder
 * does, and as the store does.
 */
export function cachedEmbedder(
  embedder: Embedder,
  { model, store }: CachedEmbedderOptions,
): Embedder {
  return async (texts, signal) => {
    const keys = texts.map((text) => keyOf(model, text));
    const textOf = new Map(keys.map((key, at) => [key, texts[at] ?? '']));
    const found = new Map(await store.get([...textOf.keys()]));
    const missing = [...textOf.keys()].filter((key) => !found.has(key));
    if (missing.length > 0) {
      const made = await embedder(
        missing.map((key) => textOf.get(key) ?? ''),
        signal,
      );
      const entries = [...pairs(missing, made)];
      await store.put(entries);
      for (const [key, vector] of entries) found.set(key, vector);
    }
    return keys.flatMap((key) => found.get(key) ?? []);
  };
}

function* pairs(
  keys: readonly string[],
  vectors: readonly Float32Array[],
): Generator<readonly [string, Float32Array]> {
  for (const [at, vector] of vectors.entries()) {
    const key = keys[at];
    if (key !== undefined) yield [key, vector];
  }
}

/** The hash of a model and a text: the store learns neither. */
function keyOf(model: string, text: string): string {
  return createHash('sha256')
    .update(JSON.stringify([model, text]))
    .digest('hex');
}
