/** A first-in, first-out queue whose operations take constant time. */
export interface Queue<T> {
  readonly length: number;
  push(value: T): void;
  shift(): T | undefined;
}

/** Creates a queue. A plain array would move all values at each `shift`. */
export function createQueue<T>(): Queue<T> {
  let values: (T | undefined)[] = [];
  let taken = 0;
  return {
    get length() {
      return values.length - taken;
    },
    push(value) {
      values.push(value);
    },
    shift() {
      if (taken === values.length) return undefined;
      const oldest = values[taken];
      values[taken] = undefined;
      taken += 1;
      if (taken * 2 > values.length) {
        values = values.slice(taken);
        taken = 0;
      }
      return oldest;
    },
  };
}
