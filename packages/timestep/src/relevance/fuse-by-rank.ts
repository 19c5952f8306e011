/** An item with its score: greater than 0, and the same whatever scales the lists were made with. */
export interface Fused<T> {
  readonly item: T;
  readonly score: number;
}

/** The usual constant of reciprocal rank fusion: the larger, the less the first places stand out. */
const SMOOTHING = 60;

/**
 * One list of several, each with the best item first: an item counts for its place in each list, as
 * 1 / (60 + place), so that scores of different scales need not be compared (reciprocal rank fusion; Cormack,
 * Clarke and Büttcher, SIGIR 2009). The best item comes first, and of equal ones the one that was seen first.
 */
export function fuseByRank<T>(lists: readonly (readonly T[])[]): Fused<T>[] {
  const scores = new Map<T, number>();
  for (const list of lists) {
    for (const [at, item] of [...new Set(list)].entries()) {
      scores.set(item, (scores.get(item) ?? 0) + 1 / (SMOOTHING + at + 1));
    }
  }
  const fused = [...scores].map(([item, score]) => ({ item, score }));
  return fused.toSorted((one, other) => other.score - one.score);
}
