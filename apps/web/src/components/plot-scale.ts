/** Maps values to places on a line of a drawing. */
export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Even steps of 1, 2 or 5 times a power of ten that reach from below the lowest to above the highest. */
export function linearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  most = 6,
): Scale {
  const span = high > low ? high - low : Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= most);
  const wide = step ?? span;
  const first = Math.floor(low / wide + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / wide - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * wide);
  const [least, greatest] = [first * wide, last * wide];
  const at = (value: number): number => from + ((value - least) / (greatest - least)) * (to - from);
  return { at, ticks };
}

/** Powers of ten, for values above 0 that differ too much for even steps. */
export function logScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
): Scale {
  const first = Math.floor(Math.log10(low));
  const last = Math.max(first + 1, Math.ceil(Math.log10(high)));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  const at = (value: number): number =>
    from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  return { at, ticks };
}

/** Whole numbers from 1, with about ten ticks at most. */
export function countScale(most: number, [from, to]: readonly [number, number]): Scale {
  const step = Math.max(1, Math.ceil(most / 10));
  const ticks = Array.from({ length: Math.ceil(most / step) }, (_, at) => 1 + at * step);
  const at = (value: number): number =>
    most < 2 ? (from + to) / 2 : from + ((value - 1) / (most - 1)) * (to - from);
  return { at, ticks };
}

/** A coordinate with no more digits than can be seen. */
export function coordinate(value: number): number {
  return Math.round(value * 10) / 10;
}
