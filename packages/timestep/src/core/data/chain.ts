/** An immutable linked list. Appending costs one allocation at any length, and shares earlier values. */
export interface Chain<T> {
  readonly length: number;
  readonly last: T;
  readonly before: Chain<T> | undefined;
  /**
   * Returns the values in order for `JSON.stringify`, because a chain of nested objects could be too deep to
   * parse.
   */
  toJSON(): T[];
}

/** Returns a new chain with one more value. The given chain does not change. */
export function append<T>(chain: Chain<T> | undefined, value: T): Chain<T> {
  return new Link(value, chain);
}

/** Appends values to a chain, which may be undefined. Undefined if there is neither a chain nor a value. */
export function appendAll<T>(
  chain: Chain<T> | undefined,
  values: readonly T[],
): Chain<T> | undefined {
  return values.reduce<Chain<T> | undefined>(append, chain);
}

/** Lists the values of a chain, oldest first, without the first `skip` values. */
export function toArray<T>(chain: Chain<T> | undefined, skip = 0): T[] {
  const values: T[] = [];
  values.length = Math.max(0, (chain?.length ?? 0) - skip);
  for (let link = chain; link !== undefined && link.length > skip; link = link.before) {
    values[link.length - skip - 1] = link.last;
  }
  return values;
}

/** Returns whether a value is a chain that `append` created. */
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
