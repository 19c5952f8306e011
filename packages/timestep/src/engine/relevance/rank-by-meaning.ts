import { computeProbability, listSignals, type Meaning } from './meaning.ts';
import { computeScores, type Ranked, type RankOptions } from './rank.ts';
import type { RankedItem, RelevanceIndex } from './relevance-index.ts';

/** Limits on the items that `rankByMeaning` returns. */
export interface MeaningOptions<T extends RankedItem> extends Omit<RankOptions<T>, 'floor'> {
  /** Minimum probability of an item, from 0 to 1. Default: 0. */
  readonly floor?: ((item: T) => number) | undefined;
  /** Maximum tokens of all returned items together. The best item is always returned. */
  readonly budget?: number | undefined;
}

/** Estimated characters per token for any model, based on English text. */
const CHARACTERS_OF_A_TOKEN = 4;

/**
 * Returns the items that a question probably needs, the most probable first. Scores are
 * probabilities from 0 to 1, computed from cosines of a sentence model and common words. Items
 * without a cosine are omitted.
 */
export function rankByMeaning<T extends RankedItem>(
  index: RelevanceIndex<T>,
  question: string,
  meaning: Meaning<T>,
  options: MeaningOptions<T> = {},
): Ranked<T>[] {
  const { filter = () => true, floor = () => 0, limit = index.items.length, budget } = options;
  const all = computeScores(index, question);
  const places = [...index.items.entries()].filter(([, item]) => filter(item));
  const items = places.map(([, item]) => item);
  const scores = places.map(([place]) => all[place] ?? 0);
  const ranked = listSignals(items, question, scores, meaning)
    .flatMap((signals, at): Ranked<T>[] => {
      const item = items[at];
      return item && signals ? [{ item, score: computeProbability(signals) }] : [];
    })
    .filter(({ item, score }) => score >= floor(item))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
  return budget === undefined ? ranked : takeWithinBudget(ranked, budget);
}

/** The best item is always taken, and each further item if it still fits. */
function takeWithinBudget<T extends RankedItem>(
  ranked: readonly Ranked<T>[],
  budget: number,
): Ranked<T>[] {
  let used = 0;
  return ranked.filter(({ item }, at) => {
    const tokens = estimateItemTokens(item);
    if (at > 0 && used + tokens > budget) return false;
    used += tokens;
    return true;
  });
}

function estimateItemTokens({ name, description = '', text = '' }: RankedItem): number {
  return Math.ceil((name.length + description.length + text.length) / CHARACTERS_OF_A_TOKEN);
}
