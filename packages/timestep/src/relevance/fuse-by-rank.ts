/**
 * An item with its combined score, which is greater than 0 and does not depend on the scales of the
 * lists.
 */
export interface Fused<T> {
  readonly item: T;
  readonly score: number;
}

/**
 * The usual constant of reciprocal rank fusion. A larger value reduces the advantage of the first
 * ranks.
 */
const SMOOTHING = 60;

/**
 * Merges several ranked lists into one by reciprocal rank fusion (Cormack, Clarke and Büttcher,
 * SIGIR 2009). Each list has its best item first. An item scores 1 / (60 + rank) per list, so that
 * scores of different scales need not be compared. The best item comes first; items with equal
 * scores are in the order of first occurrence.
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
