import { extractTerms } from './terms.ts';
import type { RankedItem } from './relevance-index.ts';

/** Similarities to a question that a sentence model measures. */
export interface Meaning<T> {
  /** Cosine of the question and an item, from -1 to 1. Undefined if it is unknown. */
  readonly cosine: (item: T) => number | undefined;
  /** Cosine of the question and the most similar message of `SMALL_TALK`. */
  readonly smallTalk: number;
}

/** Signals for the relevance of an item, from which its probability is computed. */
export interface Signals {
  readonly cosine: number;
  /** Cosine minus the cosine of the best other item, which counts as at least 0.1. */
  readonly lead: number;
  /**
   * BM25F score if the text is short, otherwise 0. Small talk has some words in common by chance.
   */
  readonly words: number;
  /**
   * BM25F score as a share of the best score if the text is long, otherwise 0: the vector of a long
   * text represents only its beginning.
   */
  readonly wordsOfLong: number;
  /** 1 if the question has all words of the item's name, otherwise 0. */
  readonly named: number;
  readonly smallTalk: number;
}

/** Upper bound for the cosine of unrelated texts. */
const UNRELATED = 0.1;

/** Weights of the logistic model, fitted by `npm run calibrate:embedder` for its sentence model. */
const WEIGHTS: Signals = {
  cosine: 12.06,
  lead: 7.31,
  words: 0.31,
  wordsOfLong: 1.07,
  named: 0.38,
  smallTalk: -2.84,
};
/** Number of characters from which a text counts as long. */
const LONG = 1500;

const BIAS = -5.8;

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
  const bestScore = scores.reduce((most, score) => Math.max(most, score), 0);
  return items.map(({ name, text = '' }, at) => {
    const own = cosines[at];
    if (own === undefined) return undefined;
    const score = scores[at] ?? 0;
    const isLong = isLongText(text);
    return {
      cosine: own,
      lead: own - Math.max(UNRELATED, own === best ? second : best),
      words: isLong ? 0 : score * (1 - smallTalk),
      wordsOfLong: isLong && bestScore > 0 ? score / bestScore : 0,
      named: score > 0 && extractTerms(name).every((word) => asked.has(word)) ? 1 : 0,
      smallTalk,
    };
  });
}

/** Computes the probability, from 0 to 1, that a question needs an item. */
export function computeProbability(signals: Signals): number {
  const sum =
    BIAS +
    WEIGHTS.cosine * signals.cosine +
    WEIGHTS.lead * signals.lead +
    WEIGHTS.words * signals.words +
    WEIGHTS.wordsOfLong * signals.wordsOfLong +
    WEIGHTS.named * signals.named +
    WEIGHTS.smallTalk * signals.smallTalk;
  return 1 / (1 + Math.exp(-sum));
}

/**
 * Maximum number of characters of an item that are embedded: a whole short rule; of a longer text, its start
 * and headings.
 */
const EMBEDDED = 600;
const START = 300;

export function isLongText(text: string): boolean {
  return text.length > LONG;
}

/** Formats the text by which a sentence model, which reads about 600 characters, judges an item. */
export function formatMeaningText({ name, description = '', text = '' }: RankedItem): string {
  const whole = [name, description, text].filter((part) => part !== '').join('\n');
  if (whole.length <= EMBEDDED) return whole.toWellFormed();
  const headings = text.match(/^#+ .+$/gm) ?? [];
  const parts = headings.map((heading) => heading.replace(/^#+ /, ''));
  return `${whole.slice(0, START)}\n${parts.join(', ')}`.slice(0, EMBEDDED).toWellFormed();
}
