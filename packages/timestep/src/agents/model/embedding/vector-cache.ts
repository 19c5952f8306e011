import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { VectorEntry, VectorStore } from '#engine/port';
import type { Embedder } from './create-embedder.ts';

/** The embedding model and the store for its vectors. */
export interface VectorCacheOptions {
  /** Name of the model; vectors of different models are never compared. */
  readonly model: string;
  readonly store: VectorStore;
}

/** Milliseconds between two checks for vectors that another process computes. */
const WAIT_MS = 50;

/**
 * Wraps an embedder so that each text is embedded only once, even across processes that share a
 * store: waits for texts that another caller is already embedding.
 */
export function withVectorCache(
  embedder: Embedder,
  { model, store }: VectorCacheOptions,
): Embedder {
  async function computeClaimedVectors(
    claimed: readonly string[],
    textOf: ReadonlyMap<string, string>,
    signal: AbortSignal,
  ): Promise<readonly VectorEntry[]> {
    let isStored = false;
    try {
      const made = await embedder(
        claimed.map((key) => textOf.get(key) ?? ''),
        signal,
      );
      const entries = claimed.flatMap((key, at): VectorEntry[] =>
        made[at] ? [[key, made[at]]] : [],
      );
      await store.put(entries);
      isStored = true;
      return entries;
    } finally {
      if (!isStored) await store.release(claimed);
    }
  }

  return async (texts, signal) => {
    const keys = texts.map((text) => createVectorKey(model, text));
    const textOf = new Map(keys.map((key, at) => [key, texts[at] ?? '']));
    const found = new Map<string, Float32Array>();
    const readStored = async (wanted: readonly string[]): Promise<readonly string[]> => {
      for (const [key, vector] of await store.get(wanted)) found.set(key, vector);
      return wanted.filter((key) => !found.has(key));
    };
    let missing = await readStored([...textOf.keys()]);
    while (missing.length > 0) {
      const claimed = await store.claim(missing);
      if (claimed.length > 0) {
        const entries = await computeClaimedVectors(claimed, textOf, signal);
        for (const [key, vector] of entries) found.set(key, vector);
      } else {
        await setTimeout(WAIT_MS, undefined, { signal });
      }
      const others = missing.filter((key) => !claimed.includes(key));
      missing = others.length > 0 ? await readStored(others) : [];
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
