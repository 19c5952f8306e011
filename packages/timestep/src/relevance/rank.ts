import { itemsIn, type Postings, type RankedItem, type RelevanceIndex } from './relevance-index.ts';
import { termsOf } from './terms.ts';

/** How many of the items `rank` returns. */
export interface RankOptions<T extends RankedItem = RankedItem> {
  /** At most so many; 5 by default. */
  readonly limit?: number | undefined;
  /** The least score, as a share of the best one, from 0 to 1; 0 by default. */
  readonly floor?: number | undefined;
  /** Ranks only items for which it is true; how rare a word is, all items of the index decide. */
  readonly filter?: ((item: T) => boolean) | undefined;
}

/** An item with its score: greater than 0, and to be compared only with scores of the same query and index. */
export interface Ranked<T extends RankedItem = RankedItem> {
  readonly item: T;
  readonly score: number;
}

/** How many items are ranked at most where no limit is given. */
export const DEFAULT_LIMIT = 5;

/** Shorter words do not stand for words that begin with them. */
const SHORTEST_BEGINNING = 4;

/**
 * The items that match a query best, the best first and equal ones by name. An item that shares no word with the
 * query is left out, so there may be none.
 */
export function rank<T extends RankedItem>(
  index: RelevanceIndex<T>,
  query: string,
  { limit = DEFAULT_LIMIT, floor = 0, filter = () => true }: RankOptions<T> = {},
): Ranked<T>[] {
  const scores = scoresOf(index, query);
  const found = index.items
    .map((item, number) => ({ item, score: scores[number] ?? 0 }))
    .filter(({ item, score }) => score > 0 && filter(item));
  const best = found.reduce((most, { score }) => Math.max(most, score), 0);
  return found
    .filter(({ score }) => score >= floor * best)
    .toSorted((a, b) => b.score - a.score || inOrder(a.item.name, b.item.name))
    .slice(0, limit);
}

/** The score of each item, by its number: that of its best passage. */
export function scoresOf(index: RelevanceIndex, query: string): Float64Array {
  const { items, owners } = index;
  const ofPassages = new Float64Array(owners.length);
  for (const term of new Set(termsOf(query))) {
    const found = postingsFrom(index, term);
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
 * Where a term is found, or a longer one that begins with it, which counts for the share of its letters: `invoice`
 * is most of `invoicenumber`.
 */
function postingsFrom(index: RelevanceIndex, term: string): Postings | undefined {
  const exact = index.postings.get(term);
  const longer = [...longerThan(term, index.terms)];
  if (longer.length === 0) return exact;
  const weights = new Map(exact?.weights);
  for (const other of longer) {
    const share = term.length / other.length;
    for (const [passage, weight] of index.postings.get(other)?.weights ?? []) {
      weights.set(passage, Math.max(weights.get(passage) ?? 0, share * weight));
    }
  }
  return { weights, items: itemsIn(weights, index.owners) };
}

function* longerThan(term: string, sorted: readonly string[]): Generator<string> {
  if (term.length < SHORTEST_BEGINNING) return;
  for (let at = firstFrom(term, sorted); at < sorted.length; at += 1) {
    const other = sorted[at];
    if (!other?.startsWith(term)) return;
    if (other !== term) yield other;
  }
}

/** The place of the first term that does not stand before the given one. */
function firstFrom(term: string, sorted: readonly string[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < term) from = middle + 1;
    else to = middle;
  }
  return from;
}

function inOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
