import {
  embedderFrom,
  ModelError,
  questionEmbedder,
  type EnvironmentVariables,
  type ModelErrorCode,
  type QuestionEmbedder,
} from '../model/index.ts';
import type { VectorStore } from '../port/index.ts';
import { withoutMentions } from '../relevance/index.ts';
import type { Nearness, ShelfItem } from './select-context.ts';

/** Measures how near items are to a message. Never rejects: what fails is in the note. */
export type MeasureNearness = (
  message: string,
  items: readonly ShelfItem[],
  signal: AbortSignal,
) => Promise<Nearness>;

/** Which model makes vectors, and where they are kept. */
export interface NearnessSite {
  readonly model: string;
  readonly env: EnvironmentVariables;
  /** Absent as long as nothing keeps them. */
  readonly vectors: () => VectorStore | Promise<VectorStore> | undefined;
  /** Seconds that a message waits for its vectors. Default 10. */
  readonly timeoutS?: number;
}

/** Models for embeddings refuse texts of more than some thousand tokens. */
const MOST_CHARACTERS = 6000;

/** Their messages are of this program, and say what to do. */
const OWN_WORDS: readonly ModelErrorCode[] = [
  'missing-key',
  'missing-setting',
  'unknown-provider',
  'not-installed',
];

/**
 * Measures by the vectors that a model makes. Those of items are kept, in memory as long as the items are and
 * in the store beyond that; the one of a message is kept nowhere.
 */
export function nearnessBy(site: NearnessSite): MeasureNearness {
  const { model, env, vectors, timeoutS = 10 } = site;
  const known = new WeakMap<ShelfItem, Float32Array>();
  let embed: QuestionEmbedder | undefined;
  let keptIn: VectorStore | undefined;

  async function embedder(): Promise<QuestionEmbedder> {
    const store = await vectors();
    if (!embed || store !== keptIn) {
      embed = questionEmbedder(embedderFrom({ model, env, timeoutS }), { model, store });
      keptIn = store;
    }
    return embed;
  }

  /** The vector of a message; afterwards those of the items are known, too. */
  async function measured(
    message: string,
    items: readonly ShelfItem[],
    signal: AbortSignal,
  ): Promise<Float32Array> {
    const making = async () => (await embedder())(message, items.map(textOfItem), signal);
    const { question, texts } = await untilAborted(making(), signal);
    for (const [at, item] of items.entries()) {
      const vector = texts[at];
      if (vector) known.set(item, vector);
    }
    return question;
  }

  return async (message, items, signal) => {
    const asked = bounded(withoutMentions(message).trim());
    if (asked === '' || items.length === 0) return {};
    const late = AbortSignal.timeout(timeoutS * 1000);
    try {
      const stop = AbortSignal.any([signal, late]);
      const missing = items.filter((item) => !known.has(item));
      let question = await measured(asked, missing, stop);
      const others = items.filter((item) => known.get(item)?.length !== question.length);
      if (others.length > 0) question = await measured(asked, others, stop);
      return {
        by: model,
        likeness: (item) => {
          const vector = known.get(item);
          return vector && cosine(question, vector);
        },
      };
    } catch (thrown) {
      const isLate = late.aborted && !signal.aborted;
      const why = isLate ? `nothing came within ${timeoutS} s` : reasonOf(thrown, signal);
      return { note: `Chosen by words alone: ${model} made no vectors (${why}).` };
    }
  };
}

/** A store knows no signal, and must not hold up a message either. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
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

function textOfItem({ name, description = '', text = '' }: ShelfItem): string {
  return bounded([name, description, text].filter((part) => part !== '').join('\n'));
}

function bounded(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed();
}

/** Without what others have written: an answer of a provider may hold anything. */
function reasonOf(thrown: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'it was stopped';
  if (!(thrown instanceof ModelError)) return 'they cannot be read or kept now';
  if (OWN_WORDS.includes(thrown.code)) return thrown.message;
  return thrown.code.replaceAll('-', ' ');
}

function cosine(one: Float32Array, other: Float32Array): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (const [at, a] of one.entries()) {
    const b = other[at] ?? 0;
    product += a * b;
    ofOne += a * a;
    ofOther += b * b;
  }
  return ofOne === 0 || ofOther === 0 ? 0 : product / Math.sqrt(ofOne * ofOther);
}
