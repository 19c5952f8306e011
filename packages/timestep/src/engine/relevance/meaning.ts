import { extractTerms } from './terms.ts';
import type { RankedItem } from './relevance-index.ts';

/** What a sentence model measures about a question. */
export interface Meaning<T> {
  /** Cosine of the question and an item, from -1 to 1. Undefined if it is unknown. */
  readonly cosine: (item: T) => number | undefined;
  /** Cosine of the question and the nearest of `SMALL_TALK`. */
  readonly smallTalk: number;
}

/** What speaks for an item, before it becomes a probability. */
export interface Signals {
  readonly cosine: number;
  /** Cosine minus that of the best other item, which counts as at least 0.1. */
  readonly lead: number;
  /** Logarithm of 1 + the BM25F score. */
  readonly words: number;
  /** 1 if the question has all words of the item's name, otherwise 0. */
  readonly named: number;
  readonly smallTalk: number;
}

/** Cosine of texts that have nothing to do with each other, at most. */
const UNRELATED = 0.1;

/** Logistic weights, fitted by `npm run calibrate -w packages/embedder` for its model. */
const WEIGHTS: Signals = {
  cosine: 11.99,
  lead: 7.42,
  words: 0.32,
  named: 1.15,
  smallTalk: -3.19,
};
const BIAS = -5.45;

/** Returns the signals of each item, in order; undefined for an item without a cosine. */
export function listSignals<T extends RankedItem>(
  items: readonly T[],
  question: string,
  scores: readonly number[],
  { cosine, smallTalk }: Meaning<T>,
): (Signals | undefined)[] {
  const cosines = items.map(cosine);
  const [best = UNRELATED, second = UNRELATED] = cosines
    .filter((one) => one !== undefined)
    .toSorted((one, other) => other - one);
  const asked = new Set(extractTerms(question));
  return items.map(({ name }, at) => {
    const own = cosines[at];
    if (own === undefined) return undefined;
    const words = extractTerms(name);
    return {
      cosine: own,
      lead: own - Math.max(UNRELATED, own === best ? second : best),
      words: Math.log1p(scores[at] ?? 0),
      named: words.length > 0 && words.every((word) => asked.has(word)) ? 1 : 0,
      smallTalk,
    };
  });
}

/** Probability that a question needs an item, from 0 to 1. */
export function computeProbability(signals: Signals): number {
  const sum = Object.entries(WEIGHTS).reduce(
    (total, [name, weight]) => total + weight * signals[name as keyof Signals],
    BIAS,
  );
  return 1 / (1 + Math.exp(-sum));
}
