/** An item with its combined score, above 0 and independent of the lists' scales. */
export interface Fused<T> {
  readonly item: T;
  readonly score: number;
}

/** Smoothing constant of reciprocal rank fusion. A larger value favors first ranks less. */
const SMOOTHING = 60;

/** Merges ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
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
