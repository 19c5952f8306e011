import {
  countItems,
  type Postings,
  type RankedItem,
  type RelevanceIndex,
} from './relevance-index.ts';
import { extractTerms } from './terms.ts';

/** Limits on the items that `rank` returns. */
export interface RankOptions<T extends RankedItem = RankedItem> {
  /** Maximum number of ranked items that are returned. Default: 5. */
  readonly limit?: number | undefined;
  /** Minimum score, as a share of the best score, from 0 to 1. Default: 0. */
  readonly floor?: number | undefined;
  /** Selects the items to rank. The rarity of a word is still computed from all items. */
  readonly filter?: ((item: T) => boolean) | undefined;
}

/** An item with its score above 0, comparable only for the same query and index. */
export interface Ranked<T extends RankedItem = RankedItem> {
  readonly item: T;
  readonly score: number;
}

export const DEFAULT_LIMIT = 5;

/** Minimum length of a search term that also matches longer words starting with it. */
const SHORTEST_BEGINNING = 4;

/** Returns the best items, ordered by score, then by name. Items that share no word with the query are omitted. */
export function rank<T extends RankedItem>(
  index: RelevanceIndex<T>,
  query: string,
  { limit = DEFAULT_LIMIT, floor = 0, filter = () => true }: RankOptions<T> = {},
): Ranked<T>[] {
  const scores = computeScores(index, query);
  const found = index.items
    .map((item, number) => ({ item, score: scores[number] ?? 0 }))
    .filter(({ item, score }) => score > 0 && filter(item));
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  return found
    .filter(({ score }) => score >= floor * best)
    .toSorted((a, b) => b.score - a.score || compareNames(a.item.name, b.item.name))
    .slice(0, limit);
}

/** Computes the score of each item, by item index: the score of its best passage. */
export function computeScores(index: RelevanceIndex, query: string): Float64Array {
  const { items, owners } = index;
  const ofPassages = new Float64Array(owners.length);
  for (const term of new Set(extractTerms(query))) {
    const found = findPassagesWithTerm(index, term);
    if (!found) continue;
    const rarity = Math.log(1 + (items.length - found.items + 0.5) / (found.items + 0.5));
    for (const [passage, weight] of found.weights) {
      ofPassages[passage] = (ofPassages[passage] ?? 0) + rarity * weight;
    }
  }
  const scores = new Float64Array(items.length);
  for (const [passage, owner] of owners.entries()) {
    scores[owner] = Math.max(scores[owner] ?? 0, ofPassages[passage] ?? 0);
  }
  return scores;
}

/**
 * Finds the passages that contain a term, or a longer word that starts with it, which weighs less.
 */
function findPassagesWithTerm(index: RelevanceIndex, term: string): Postings | undefined {
  const exact = index.postings.get(term);
  const longer = [...listTermsThatContinue(term, index.terms)];
  if (longer.length === 0) return exact;
  const weights = new Map(exact?.weights);
  for (const other of longer) {
    const share = term.length / other.length;
    for (const [passage, weight] of index.postings.get(other)?.weights ?? []) {
      weights.set(passage, Math.max(weights.get(passage) ?? 0, share * weight));
    }
  }
  return { weights, items: countItems(weights, index.owners) };
}

function* listTermsThatContinue(term: string, sorted: readonly string[]): Generator<string> {
  if (term.length < SHORTEST_BEGINNING) return;
  for (let at = findInsertionIndex(term, sorted); at < sorted.length; at += 1) {
    const other = sorted[at];
    if (!other?.startsWith(term)) return;
    if (other !== term) yield other;
  }
}

/** Returns the index of the first term that is equal to or sorted after the given term. */
function findInsertionIndex(term: string, sorted: readonly string[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < term) from = middle + 1;
    else to = middle;
  }
  return from;
}

function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
