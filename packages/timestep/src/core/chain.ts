/**
 * An append-only list that shares its past: adding is one allocation however long the list is, and
 * every earlier version stays valid. A task's transcript is one, so that cost per event stays flat.
 */
export interface Chain<T> {
  readonly length: number;
  readonly last: T;
  readonly before: Chain<T> | undefined;
  /** The values in order: JSON that nests as deep as a chain is long could not be read. */
  toJSON(): T[];
}

/** A list with one value more; the list that is given stays as it is. */
export function append<T>(chain: Chain<T> | undefined, value: T): Chain<T> {
  return new Link(value, chain);
}

/** The values in order, oldest first; the first `after` values are left out. */
export function toArray<T>(chain: Chain<T> | undefined, after = 0): T[] {
  const values: T[] = [];
  for (let link = chain; link !== undefined && link.length > after; link = link.before) {
    values.push(link.last);
  }
  return values.toReversed();
}

/** Whether a value is a chain that `append` made. */
export function isChain(value: unknown): value is Chain<unknown> {
  return value instanceof Link;
}

class Link<T> implements Chain<T> {
  declare readonly length: number;
  declare readonly last: T;
  declare readonly before: Chain<T> | undefined;

  constructor(last: T, before: Chain<T> | undefined) {
    this.length = (before?.length ?? 0) + 1;
    this.last = last;
    this.before = before;
  }

  toJSON(): T[] {
    return toArray(this);
  }
}
