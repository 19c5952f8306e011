import type { VectorStore } from '#engine/port';
import { ModelError } from '../model-error.ts';
import { withVectorCache, type VectorCacheOptions } from './vector-cache.ts';
import { splitIntoBatches, type Embedder } from './create-embedder.ts';

/** Vectors of equal length; `texts` holds the vectors in the order of the texts. */
export interface QuestionVectors {
  readonly question: Float32Array;
  readonly texts: readonly Float32Array[];
}

/** The embedding model, and the store for its vectors. Default: vectors are not stored. */
export interface QuestionEmbedderOptions {
  readonly model: string;
  readonly store: VectorStore | undefined;
  /** Number of texts per batch. Each batch is stored, even if the time limit ends the call. */
  readonly batchSize?: number;
}

/** Computes the vectors of a question and of the texts that may answer it. */
export type QuestionEmbedder = (
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<QuestionVectors>;

const BATCH_SIZE = 200;

const NOTHING_KEPT: VectorStore = {
  get: () => Promise.resolve([]),
  put: () => Promise.resolve(),
  claim: (keys) => Promise.resolve(keys),
  release: () => Promise.resolve(),
};

/** Creates an embedder that stores vectors of texts, but never of the user's question. */
export function createQuestionEmbedder(
  embedder: Embedder,
  { model, store = NOTHING_KEPT, batchSize = BATCH_SIZE }: QuestionEmbedderOptions,
): QuestionEmbedder {
  const renewing: VectorStore = { ...NOTHING_KEPT, put: (entries) => store.put(entries) };
  const renewed = withVectorCache(embedder, { model, store: renewing });
  return async (question, texts, signal) => {
    const made = await embedInBatches(
      embedder,
      { model, store, batchSize },
      question,
      texts,
      signal,
    );
    const hasOtherLength = (vector: Float32Array): boolean =>
      vector.length !== made.question.length;
    const former = texts.filter((_, at) => hasOtherLength(made.texts[at] ?? made.question));
    if (former.length === 0) return made;
    const again = await renewed(former, signal);
    if (again.some(hasOtherLength)) {
      const message = `${model} returned vectors of different lengths: is it an embedding model?`;
      throw new ModelError('provider-error', message);
    }
    const byText = new Map(former.map((text, at) => [text, again[at]]));
    const vectors = texts.flatMap((text, at) => byText.get(text) ?? made.texts[at] ?? []);
    return { ...made, texts: vectors };
  };
}

/**
 * Embeds the texts that have no stored vectors, in batches. The question is embedded with the first batch.
 */
async function embedInBatches(
  embedder: Embedder,
  options: VectorCacheOptions & { readonly batchSize: number },
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<QuestionVectors> {
  const asked: Float32Array[] = [];
  const cached = withVectorCache(async (missing, stop) => {
    if (asked.length > 0) return embedder(missing, stop);
    const [first, ...rest] = await embedder([question, ...missing], stop);
    if (first) asked.push(first);
    return rest;
  }, options);
  const vectors: Float32Array[] = [];
  for (const lot of splitIntoBatches(options.batchSize, texts))
    vectors.push(...(await cached(lot, signal)));
  const [own] = asked.length > 0 ? asked : await embedder([question], signal);
  return { question: own ?? new Float32Array(), texts: vectors };
}
