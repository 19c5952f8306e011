import type { ContextReason } from '../core/index.ts';
import { fuseByRank } from './fuse-by-rank.ts';
import { mentionsIn, withoutMentions, type ContextKey } from './mentions.ts';
import { DEFAULT_LIMIT, rank, scoresOf } from './rank.ts';
import { createIndex, type RankedItem, type RelevanceIndex } from './relevance-index.ts';

/** An item of an agent that a turn may run with. */
export interface ContextCandidate extends RankedItem, ContextKey {
  /** Whether it is always chosen, where it is relevant (`agent`), or only where it is asked for. */
  readonly include: 'always' | 'agent' | 'manual';
}

/** An item that a turn is to run with. */
export interface ChosenItem<T extends ContextCandidate = ContextCandidate> {
  readonly item: T;
  readonly reason: ContextReason;
  /** Its score for the query, whatever it was chosen for; 0 where they share no word. */
  readonly score: number;
}

/** What `chooseContext` chooses from and by. */
export interface ContextOptions<T extends ContextCandidate = ContextCandidate> {
  /** The message that begins the turn. */
  readonly query: string;
  /** In the order in which they are to be chosen, or an index of them. A kind has each name once. */
  readonly items: readonly T[] | RelevanceIndex<T>;
  /** What the session includes, and what it excludes. */
  readonly included?: readonly ContextKey[] | undefined;
  readonly excluded?: readonly ContextKey[] | undefined;
  /** How many are chosen by relevance at most; 5 by default. */
  readonly limit?: number | undefined;
  /** The least score of one chosen by relevance, as a share of the best one; 0.4 by default. */
  readonly floor?: number | undefined;
  /**
   * How near an item is to the query by another measure, such as vectors, on any scale. With it, the order by
   * relevance is that of both, and `score` counts places in the two (`fuseByRank`).
   */
  readonly likeness?: ((item: T) => number | undefined) | undefined;
}

const DEFAULT_FLOOR = 0.4;

/**
 * What a turn runs with. First what is chosen without regard to relevance: always, by the session, by a mention, each
 * in the order of the items; then the most relevant of those that the agent chooses from. What the session excludes
 * is chosen by a mention alone.
 */
export function chooseContext<T extends ContextCandidate>(
  options: ContextOptions<T>,
): ChosenItem<T>[] {
  const { query, limit = DEFAULT_LIMIT, floor = DEFAULT_FLOOR } = options;
  const index = indexOf(options.items);
  const { items } = index;
  const asked = withoutMentions(query);
  const scores = scoresOf(index, asked);
  const reasons = reasonsFor(items, options);
  const chosen = (['always', 'session', 'mention'] as const).flatMap((reason) =>
    items.flatMap((item, number) =>
      reasons[number] === reason ? [{ item, reason, score: scores[number] ?? 0 }] : [],
    ),
  );
  const open = new Set(items.filter((_, number) => reasons[number] === 'agent'));
  const filter = (item: T): boolean => open.has(item);
  const { likeness } = options;
  const ranked = likeness
    ? fuseByRank([
        rank(index, asked, { limit: open.size, floor, filter }).map(({ item }) => item),
        nearest([...open], likeness, floor),
      ]).slice(0, limit)
    : rank(index, asked, { limit, floor, filter });
  return [
    ...chosen,
    ...ranked.map(({ item, score }) => ({ item, reason: 'agent' as const, score })),
  ];
}

/** The items that are chosen from by relevance: those that nothing else chooses or excludes. */
export function itemsToRank<T extends ContextCandidate>(options: ContextOptions<T>): T[] {
  const { items } = indexOf(options.items);
  const reasons = reasonsFor(items, options);
  return items.filter((_, number) => reasons[number] === 'agent');
}

function indexOf<T extends ContextCandidate>(items: ContextOptions<T>['items']): RelevanceIndex<T> {
  return 'postings' in items ? items : createIndex(items);
}

/**
 * The nearest items, the nearest first. Measures differ in their scales, so the floor is a share of the way from an
 * average item to the best one.
 */
function nearest<T>(
  items: readonly T[],
  likeness: (item: T) => number | undefined,
  floor: number,
): T[] {
  const measured = items.flatMap((item) => {
    const near = likeness(item);
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

/** Why each item may be chosen, by its number. */
function reasonsFor<T extends ContextCandidate>(
  items: readonly T[],
  { query, included = [], excluded = [] }: ContextOptions<T>,
): (ContextReason | undefined)[] {
  const [mentioned, inside, outside] = [mentionsIn(query), included, excluded].map(
    (keys) => new Set(keys.map(textOf)),
  );
  return items.map((item) => {
    const key = textOf(item);
    const isMentioned = mentioned?.has(key) ? 'mention' : undefined;
    if (outside?.has(key)) return isMentioned;
    if (item.include === 'always') return 'always';
    if (inside?.has(key)) return 'session';
    return isMentioned ?? (item.include === 'agent' ? 'agent' : undefined);
  });
}

function textOf({ kind, name }: ContextKey): string {
  return `${kind}:${name}`;
}
