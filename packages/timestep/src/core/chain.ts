/**
 * An append-only list that shares its past: adding is one allocation however long the list is, and
 * every earlier version stays valid. A task's transcript is one, so that cost per event stays flat.
 */
export interface Chain<T> {
  readonly length: number;
  readonly last: T;
  readonly before: Chain<T> | undefined;
}

/** A list with one value more; the list that is given stays as it is. */
export function append<T>(chain: Chain<T> | undefined, value: T): Chain<T> {
  return { length: (chain?.length ?? 0) + 1, last: value, before: chain };
}

/** The values in order, oldest first; the first `after` values are left out. */
export function toArray<T>(chain: Chain<T> | undefined, after = 0): T[] {
  const values: T[] = [];
  for (let link = chain; link !== undefined && link.length > after; link = link.before) {
    values.push(link.last);
  }
  return values.toReversed();
}
