import { termsOf } from './terms.ts';

/** What can be ranked: a rule, a reference, a skill or a tool. */
export interface RankedItem {
  readonly name: string;
  readonly description?: string | undefined;
  /** Of any length: what a rule says, the body of a skill, the parameters of a tool (`schemaText`). */
  readonly text?: string | undefined;
}

/** Items prepared for `rank`: make it once, and again where an item has changed. */
export interface RelevanceIndex<T extends RankedItem = RankedItem> {
  readonly items: readonly T[];
  /** The number of the item that each passage is of, by the number of the passage. */
  readonly owners: readonly number[];
  readonly postings: ReadonlyMap<string, Postings>;
  /** All terms, sorted by code units. */
  readonly terms: readonly string[];
}

/** Where a term is found. */
export interface Postings {
  /** How much a passage has of the term, from 0 to `SATURATION + 1`, by the number of the passage. */
  readonly weights: ReadonlyMap<number, number>;
  /** In how many items the term is. */
  readonly items: number;
}

/** How often a term counts that is once in the field. */
const NAME_WEIGHT = 3;
const DESCRIPTION_WEIGHT = 1;
const TEXT_WEIGHT = 0.5;

/** `k1` of BM25: how soon more of the same term adds nothing. */
const SATURATION = 1.2;

/** `b` of BM25: how much a term counts less in a longer passage. */
const LENGTH_SHARE = 0.75;

/** Terms of one passage at most. */
const PASSAGE_LENGTH = 200;

/** A passage: name and description of an item, and a part of its text. */
interface Passage {
  readonly owner: number;
  /** The sum of the weights of the fields a term is in, each time that it is there. */
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/**
 * Prepares items for `rank`, by BM25F: the name counts three times, the text half. A long text is cut into
 * passages, and its best one counts, so that a long reference stands beside the short description of a tool.
 */
export function createIndex<T extends RankedItem>(items: readonly T[]): RelevanceIndex<T> {
  const passages = items.flatMap((item, owner) => passagesOf(item, owner));
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
    ([term, ofTerm]) => [term, { weights: ofTerm, items: itemsIn(ofTerm, owners) }] as const,
  );
  return { items, owners, postings: new Map(postings), terms: [...weights.keys()].toSorted() };
}

/** How many items the passages are of. */
export function itemsIn(weights: ReadonlyMap<number, number>, owners: readonly number[]): number {
  return new Set(weights.keys().map((passage) => owners[passage])).size;
}

function passagesOf({ name, description = '', text = '' }: RankedItem, owner: number): Passage[] {
  const heads = [
    [termsOf(name), NAME_WEIGHT],
    [termsOf(description), DESCRIPTION_WEIGHT],
  ] as const;
  return evenly(termsOf(text)).map((part) => {
    const counts = new Map<string, number>();
    let length = 0;
    for (const [terms, weight] of [...heads, [part, TEXT_WEIGHT] as const]) {
      length += terms.length * weight;
      for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + weight);
    }
    return { owner, counts, length };
  });
}

/** Parts of about the same length; one, which may be empty, where the terms are few. */
function evenly(terms: readonly string[]): (readonly string[])[] {
  const parts = Math.max(1, Math.ceil(terms.length / PASSAGE_LENGTH));
  const size = Math.ceil(terms.length / parts);
  return Array.from({ length: parts }, (_, part) => terms.slice(part * size, (part + 1) * size));
}
