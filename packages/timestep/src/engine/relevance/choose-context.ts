import type { ContextReason } from '#core';
import { fuseByRank } from './fuse-by-rank.ts';
import { removeGeneralWords } from './general-words.ts';
import { isLongText, type Meaning } from './meaning.ts';
import { parseMentions, removeMentions, type ContextKey } from './mentions.ts';
import { DEFAULT_LIMIT, rank, computeScores } from './rank.ts';
import { rankByMeaning } from './rank-by-meaning.ts';
import { createIndex, type RankedItem, type RelevanceIndex } from './relevance-index.ts';

/** An item of an agent (a rule, reference or skill) that may be included in a turn. */
export interface ContextCandidate extends RankedItem, ContextKey {
  /** When the item is included: `always`, if relevant (`agent`), or on request only (`manual`). */
  readonly include: 'always' | 'agent' | 'manual';
}

/** A context item that was chosen for a turn. */
export interface ChosenItem<T extends ContextCandidate = ContextCandidate> {
  readonly item: T;
  readonly reason: ContextReason;
  /**
   * Relevance score for the query, also if the item was chosen for another reason. 0 if item and query
   * share no words.
   */
  readonly score: number;
}

/** Candidates and parameters of `chooseContext`. */
export interface ContextOptions<T extends ContextCandidate = ContextCandidate> {
  /** Text of the message that starts the turn. */
  readonly query: string;
  /** Candidate items in the order of preference, or their index. Names are unique within a kind. */
  readonly items: readonly T[] | RelevanceIndex<T>;
  readonly included?: readonly ContextKey[] | undefined;
  /** Items that the session's user has switched off. They are chosen only if a message mentions them by name. */
  readonly excluded?: readonly ContextKey[] | undefined;
  /** Maximum number of items chosen by relevance. Default: 5. */
  readonly limit?: number | undefined;
  /** Minimum score of an item chosen by relevance, as a share of the best score. Default: 0.4. */
  readonly floor?: number | undefined;
  /**
   * Similarity of an item to the query, on any scale. The score is then computed by `fuseByRank`.
   */
  readonly similarity?: ((item: T) => number | undefined) | undefined;
  /** Chooses items by probability, instead of by `limit`, `floor` and `similarity`. */
  readonly meaning?: Meaning<T> | undefined;
  /** Maximum tokens of the items chosen by probability. Default: 16,000. */
  readonly budget?: number | undefined;
}

const DEFAULT_FLOOR = 0.4;
const DEFAULT_BUDGET = 16_000;

/**
 * Returns the minimum probability of an item. It is lower for tools, which cost less if chosen
 * wrongly, and for long texts, of which the sentence model reads only a part.
 */
export function getMinimumProbability({ kind, text = '' }: ContextCandidate): number {
  return kind === 'tool' || isLongText(text) ? 0.02 : 0.04;
}

/**
 * Chooses context items for a turn: items that rules, the session or mentions select, then the most
 * relevant.
 */
export function chooseContext<T extends ContextCandidate>(
  options: ContextOptions<T>,
): ChosenItem<T>[] {
  const { query, limit = DEFAULT_LIMIT, floor = DEFAULT_FLOOR } = options;
  const index = toIndex(options.items);
  const { items } = index;
  const asked = removeMentions(query);
  const scores = computeScores(index, asked);
  const reasons = determineReasons(items, options);
  const chosen = (['always', 'session', 'mention'] as const).flatMap((reason) =>
    items.flatMap((item, number) =>
      reasons[number] === reason ? [{ item, reason, score: scores[number] ?? 0 }] : [],
    ),
  );
  const open = new Set(items.filter((_, number) => reasons[number] === 'agent'));
  const filter = (item: T): boolean => open.has(item);
  const isTopical = (): ((item: T) => boolean) => createTopicFilter(index, asked, open);
  const { similarity, meaning, budget = DEFAULT_BUDGET } = options;
  const ranked = meaning
    ? rankByMeaning(index, asked, meaning, { filter, floor: getMinimumProbability, budget })
    : similarity
      ? fuseByRank([
          rank(index, asked, { limit: open.size, floor, filter: isTopical() }).map(
            ({ item }) => item,
          ),
          selectNearest([...open], similarity, floor),
        ]).slice(0, limit)
      : rank(index, asked, { limit, floor, filter: isTopical() });
  return [
    ...chosen,
    ...ranked.map(({ item, score }) => ({ item, reason: 'agent' as const, score })),
  ];
}

/** Creates a filter for items that share a topic word with the message. Other words only order the items. */
function createTopicFilter<T extends ContextCandidate>(
  index: RelevanceIndex<T>,
  asked: string,
  open: ReadonlySet<T>,
): (item: T) => boolean {
  const scores = computeScores(index, removeGeneralWords(asked));
  const topical = new Set(index.items.filter((_, number) => (scores[number] ?? 0) > 0));
  return (item) => open.has(item) && topical.has(item);
}

/** Lists the items that are ranked by relevance. */
export function listItemsToRank<T extends ContextCandidate>(options: ContextOptions<T>): T[] {
  const { items } = toIndex(options.items);
  const reasons = determineReasons(items, options);
  return items.filter((_, number) => reasons[number] === 'agent');
}

function toIndex<T extends ContextCandidate>(items: ContextOptions<T>['items']): RelevanceIndex<T> {
  return 'postings' in items ? items : createIndex(items);
}

/**
 * Lists items by similarity, the nearest first. The minimum similarity is the average plus a share of the
 * best item's lead over it.
 */
function selectNearest<T>(
  items: readonly T[],
  similarity: (item: T) => number | undefined,
  floor: number,
): T[] {
  const measured = items.flatMap((item) => {
    const near = similarity(item);
    return near === undefined ? [] : [{ item, near }];
  });
  const best = measured.reduce((most, { near }) => Math.max(most, near), Number.NEGATIVE_INFINITY);
  const average = measured.reduce((sum, { near }) => sum + near, 0) / measured.length;
  const least = Math.min(best, average + floor * (best - average));
  return measured
    .filter(({ near }) => near >= least)
    .toSorted((one, other) => other.near - one.near)
    .map(({ item }) => item);
}

/** Determines why each context item may be chosen, such as a mention. Undefined if an item may not be chosen. */
function determineReasons<T extends ContextCandidate>(
  items: readonly T[],
  { query, included = [], excluded = [] }: ContextOptions<T>,
): (ContextReason | undefined)[] {
  const [mentioned, inside, outside] = [parseMentions(query), included, excluded].map(
    (keys) => new Set(keys.map(formatContextKey)),
  );
  return items.map((item) => {
    const key = formatContextKey(item);
    const isMentioned = mentioned?.has(key) ? 'mention' : undefined;
    if (outside?.has(key)) return isMentioned;
    if (item.include === 'always') return 'always';
    if (inside?.has(key)) return 'session';
    return isMentioned ?? (item.include === 'agent' ? 'agent' : undefined);
  });
}

function formatContextKey({ kind, name }: ContextKey): string {
  return `${kind}:${name}`;
}
