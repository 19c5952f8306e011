import type { VectorStore } from '../../port/index.ts';
import { ModelError } from '../model-error.ts';
import { cachedEmbedder } from './cached-embedder.ts';
import { inLotsOf, type Embedder } from './embedder-from.ts';

/** Vectors that can be compared: all of one length, in the order of their texts. */
export interface QuestionVectors {
  readonly question: Float32Array;
  readonly texts: readonly Float32Array[];
}

/** Whose vectors are made, and where those of the texts are kept; absent: nowhere. */
export interface QuestionEmbedderOptions {
  readonly model: string;
  readonly store: VectorStore | undefined;
}

/** Makes vectors of a question and of the texts that may answer it. */
export type QuestionEmbedder = (
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
) => Promise<QuestionVectors>;

/** What was made of so many texts is kept, even where the time does not suffice for all. */
const LOT = 200;

const NOTHING_KEPT: VectorStore = {
  get: () => Promise.resolve([]),
  put: () => Promise.resolve(),
};

/**
 * Makes vectors of the same texts once, and of a question each time: it may be what a person said, and is
 * kept nowhere. Kept vectors of another length than the model's new ones are made anew. Rejects as the
 * embedder and the store do.
 */
export function questionEmbedder(
  embedder: Embedder,
  { model, store = NOTHING_KEPT }: QuestionEmbedderOptions,
): QuestionEmbedder {
  const renewing: VectorStore = { ...NOTHING_KEPT, put: (entries) => store.put(entries) };
  const renewed = cachedEmbedder(embedder, { model, store: renewing });
  return async (question, texts, signal) => {
    const made = await madeInLots(embedder, { model, store }, question, texts, signal);
    const isOther = (vector: Float32Array): boolean => vector.length !== made.question.length;
    const former = texts.filter((_, at) => isOther(made.texts[at] ?? made.question));
    if (former.length === 0) return made;
    const again = await renewed(former, signal);
    if (again.some(isOther)) {
      const message = `${model} makes vectors of different lengths: is it a model for embeddings?`;
      throw new ModelError('provider-error', message);
    }
    const byText = new Map(former.map((text, at) => [text, again[at]]));
    const vectors = texts.flatMap((text, at) => byText.get(text) ?? made.texts[at] ?? []);
    return { ...made, texts: vectors };
  };
}

/** The question goes with the first texts whose vectors are not kept, and by itself where all are. */
async function madeInLots(
  embedder: Embedder,
  options: { readonly model: string; readonly store: VectorStore },
  question: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<QuestionVectors> {
  const asked: Float32Array[] = [];
  const cached = cachedEmbedder(async (missing, stop) => {
    if (asked.length > 0) return embedder(missing, stop);
    const [first, ...rest] = await embedder([question, ...missing], stop);
    if (first) asked.push(first);
    return rest;
  }, options);
  const vectors: Float32Array[] = [];
  for (const lot of inLotsOf(LOT, texts)) vectors.push(...(await cached(lot, signal)));
  const [own] = asked.length > 0 ? asked : await embedder([question], signal);
  return { question: own ?? new Float32Array(), texts: vectors };
}
