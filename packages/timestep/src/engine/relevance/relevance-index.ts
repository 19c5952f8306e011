import { extractTerms } from './terms.ts';

/** An item that can be ranked: a rule, a reference, a skill or a tool. */
export interface RankedItem {
  readonly name: string;
  readonly description?: string | undefined;
  /** The text of a rule, the body of a skill, or the parameters of a tool. */
  readonly text?: string | undefined;
}

/** A search index of items for `rank`. Create it again if an item has changed. */
export interface RelevanceIndex<T extends RankedItem = RankedItem> {
  readonly items: readonly T[];
  /** For each passage, by its index, the index of its item. */
  readonly owners: readonly number[];
  readonly postings: ReadonlyMap<string, Postings>;
  /** All search terms of the index, sorted by code units. */
  readonly terms: readonly string[];
}

/** The passages that contain a term. */
export interface Postings {
  /** Weight of the term in each passage, from 0 to `SATURATION + 1`, by passage index. */
  readonly weights: ReadonlyMap<number, number>;
  /** Number of items that contain the term. */
  readonly items: number;
}

/** Weight of a search term that occurs once, by the field in which it occurs. */
const NAME_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 1;
const TEXT_WEIGHT = 0.5;

/** `k1` of BM25: how quickly further occurrences of a term stop adding to the score. */
const SATURATION = 1.2;

/** `b` of BM25: how much a longer passage reduces the weight of a term. */
const LENGTH_SHARE = 0.75;

const PASSAGE_LENGTH = 200;

/** A passage: the name and description of an item, and a part of its text. */
interface Passage {
  readonly owner: number;
  /** Sum of the field weights over all occurrences of each term. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** Creates a BM25F index for `rank`. A long text is split into passages, of which only the best counts. */
export function createIndex<T extends RankedItem>(items: readonly T[]): RelevanceIndex<T> {
  const passages = items.flatMap((item, owner) => splitIntoPassages(item, owner));
  const total = passages.reduce((sum, { length }) => sum + length, 0);
  const mean = total / Math.max(1, passages.length) || 1;
  const weights = new Map<string, Map<number, number>>();
  for (const [number, { counts, length }] of passages.entries()) {
    const halfway = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / mean);
    for (const [term, count] of counts) {
      const ofTerm = weights.get(term) ?? new Map<number, number>();
      weights.set(term, ofTerm.set(number, (count * (SATURATION + 1)) / (count + halfway)));
    }
  }
  const owners = passages.map(({ owner }) => owner);
  const postings = [...weights].map(
    ([term, ofTerm]) => [term, { weights: ofTerm, items: countItems(ofTerm, owners) }] as const,
  );
  return { items, owners, postings: new Map(postings), terms: [...weights.keys()].toSorted() };
}

export function countItems(
  weightByPassage: ReadonlyMap<number, number>,
  itemOfPassage: readonly number[],
): number {
  return new Set(weightByPassage.keys().map((passage) => itemOfPassage[passage])).size;
}

function splitIntoPassages(
  { name, description = '', text = '' }: RankedItem,
  owner: number,
): Passage[] {
  const heads = [
    [extractTerms(name), NAME_WEIGHT],
    [extractTerms(description), DESCRIPTION_WEIGHT],
  ] as const;
  return splitTermsEvenly(extractTerms(text)).map((part) => {
    const counts = new Map<string, number>();
    let length = 0;
    for (const [terms, weight] of [...heads, [part, TEXT_WEIGHT] as const]) {
      length += terms.length * weight;
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
    return { owner, counts, length };
  });
}

/** Splits terms into parts of about equal length; returns at least one part. */
function splitTermsEvenly(terms: readonly string[]): (readonly string[])[] {
  const parts = Math.max(1, Math.ceil(terms.length / PASSAGE_LENGTH));
  const size = Math.ceil(terms.length / parts);
  return Array.from({ length: parts }, (_, part) => terms.slice(part * size, (part + 1) * size));
}
