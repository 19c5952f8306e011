import {
  createModelEmbedder,
  createQuestionEmbedder,
  loadLocalEmbedder,
  LOCAL_MODEL,
  ModelError,
  type Embedder,
  type EnvironmentVariables,
  type ModelErrorCode,
  type QuestionEmbedder,
} from '#agents/model';
import type { VectorStore } from '#engine/port';
import { formatMeaningText, removeMentions, SMALL_TALK } from '#engine/relevance';
import type { MessageSimilarity } from './select-context.ts';
import type { IndexedItem } from './context-index.ts';

/** Measures similarity of a message to items. Never rejects: a failure is described in `note`. */
export type MeasureSimilarity = (
  message: string,
  items: readonly IndexedItem[],
  signal: AbortSignal,
) => Promise<MessageSimilarity>;

export interface SimilarityDeps {
  /** Name of an embedding model of a provider, `local`, or undefined: `local` if it is installed. */
  readonly model: string | undefined;
  readonly env: EnvironmentVariables;
  readonly vectors: () => VectorStore | Promise<VectorStore> | undefined;
  readonly timeoutS?: number;
}

/** Maximum length of a text, because embedding models refuse longer texts. */
const MOST_CHARACTERS = 6000;

/** Number of texts embedded per batch: takes a few seconds, which is within the time limit. */
const LOCAL_BATCH_SIZE = 16;

const NOT_INSTALLED = 'npm install @timestep-ai/embedder';

const OWN_WORDS: readonly ModelErrorCode[] = [
  'missing-key',
  'missing-setting',
  'unknown-provider',
  'not-installed',
];

/** Vectors of items are cached in memory and stored; vectors of messages are never stored. */
export function createSimilarityMeasure(deps: SimilarityDeps): MeasureSimilarity {
  const { vectors, timeoutS = 10 } = deps;
  const known = new WeakMap<IndexedItem, Float32Array>();
  let smallTalk: readonly Float32Array[] = [];
  let loading: Promise<LoadedModel | undefined> | undefined;
  let isMissing = false;
  let embed: QuestionEmbedder | undefined;
  let keptIn: VectorStore | undefined;

  async function getEmbedder(loaded: LoadedModel): Promise<QuestionEmbedder> {
    const store = await vectors();
    if (!embed || store !== keptIn) {
      embed = createQuestionEmbedder(loaded.embed, {
        model: loaded.model,
        store,
        ...(loaded.smallTalk.length > 0 && { batchSize: LOCAL_BATCH_SIZE }),
      });
      keptIn = store;
    }
    return embed;
  }

  async function embedMessage(
    loaded: LoadedModel,
    message: string,
    items: readonly IndexedItem[],
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const more = smallTalk.length > 0 ? [] : loaded.smallTalk;
    const wanted = [...items.map(loaded.formatText), ...more];
    const computeVectors = async () => (await getEmbedder(loaded))(message, wanted, signal);
    const { question, texts } = await waitUnlessAborted(computeVectors(), signal);
    for (const [at, item] of items.entries()) {
      const vector = texts[at];
      if (vector) known.set(item, vector);
    }
    if (more.length > 0) smallTalk = texts.slice(items.length);
    return question;
  }

  return async (message, items, signal) => {
    if (isMissing || items.length === 0) return {};
    const asked = truncateText(removeMentions(message).trim());
    if (asked === '') return {};
    const late = AbortSignal.timeout(timeoutS * 1000);
    try {
      const stop = AbortSignal.any([signal, late]);
      loading ??= loadSimilarityModel(deps, timeoutS);
      const loaded = await loading;
      if (!loaded) {
        isMissing = true;
        return {};
      }
      const missing = items.filter((item) => !known.has(item));
      let question = await embedMessage(loaded, asked, missing, stop);
      const others = items.filter((item) => known.get(item)?.length !== question.length);
      if (others.length > 0) question = await embedMessage(loaded, asked, others, stop);
      const getCosine = (item: IndexedItem): number | undefined => {
        const vector = known.get(item);
        return vector && computeCosineSimilarity(question, vector);
      };
      const by = loaded.model;
      if (loaded.smallTalk.length === 0) return { by, similarity: getCosine };
      const near = smallTalk.map((vector) => computeCosineSimilarity(question, vector));
      return { by, meaning: { cosine: getCosine, smallTalk: Math.max(...near) } };
    } catch (thrown) {
      const isLate = late.aborted && !signal.aborted;
      const why = isLate
        ? `timeout after ${timeoutS} s`
        : describeSimilarityFailure(thrown, signal);
      const { model = LOCAL_MODEL } = deps;
      return { note: `Chosen by matching words only: ${model} returned no embeddings (${why}).` };
    }
  };
}

/** An embedding model; one with calibrated probabilities also embeds small talk. */
interface LoadedModel {
  readonly model: string;
  readonly embed: Embedder;
  readonly smallTalk: readonly string[];
  /** Returns the text that represents an item (a rule, reference, skill or tool) for the embedding model. */
  readonly formatText: (item: IndexedItem) => string;
}

async function loadSimilarityModel(
  { model, env }: SimilarityDeps,
  timeoutS: number,
): Promise<LoadedModel | undefined> {
  if (model !== undefined && model !== LOCAL_MODEL) {
    return {
      model,
      embed: createModelEmbedder({ model, env, timeoutS }),
      smallTalk: [],
      formatText: formatItemText,
    };
  }
  const local = await loadLocalEmbedder();
  if (!local && model === LOCAL_MODEL) throw new ModelError('not-installed', NOT_INSTALLED);
  return local && { ...local, smallTalk: SMALL_TALK, formatText: formatMeaningText };
}

/**
 * Waits for `work`, but rejects if the signal aborts, so that a slow store does not delay a
 * message.
 */
async function waitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function formatItemText({ name, description = '', text = '' }: IndexedItem): string {
  return truncateText([name, description, text].filter((part) => part !== '').join('\n'));
}

function truncateText(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Describes a failure without quoting the provider, whose response may contain anything. */
function describeSimilarityFailure(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it was stopped';
  if (!(thrown instanceof ModelError)) return 'the vector store failed';
  if (OWN_WORDS.includes(thrown.code)) return thrown.message;
  return thrown.code.replaceAll('-', ' ');
}

function computeCosineSimilarity(one: Float32Array, other: Float32Array): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  // Indexing is ten times as fast as iterating, which matters for a thousand items.
  for (let at = 0; at < one.length; at += 1) {
    const a = one[at] ?? 0;
    const b = other[at] ?? 0;
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : product / Math.sqrt(ofOne * ofOther);
}
