export interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** Creates a linear scale with ticks at multiples of 1, 2 or 5 times a power of ten. */
export function createLinearScale(
  [low, high]: readonly [number, number],
  [from, to]: readonly [number, number],
  maxTicks = 6,
): Scale {
  const span = high > low ? high - low : Math.abs(high) || 1;
  const power = 10 ** Math.floor(Math.log10(span / maxTicks));
  const step = [1, 2, 5, 10].map((times) => times * power).find((one) => span / one <= maxTicks);
  const wide = step ?? span;
  const first = Math.floor(low / wide + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / wide - 1e-9));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * wide);
  const [least, greatest] = [first * wide, last * wide];
  const at = (value: number): number => from + ((value - least) / (greatest - least)) * (to - from);
  return { at, ticks };
}

/** Creates a logarithmic scale for positive values, with a tick at each power of ten. */
export function createLogScale(
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

/** Creates a scale for whole numbers from 1, with at most about ten ticks. */
export function createScaleFromOne(max: number, [from, to]: readonly [number, number]): Scale {
  const step = Math.max(1, Math.ceil(max / 10));
  const ticks = Array.from({ length: Math.ceil(max / step) }, (_, at) => 1 + at * step);
  const at = (value: number): number =>
    max < 2 ? (from + to) / 2 : from + ((value - 1) / (max - 1)) * (to - from);
  return { at, ticks };
}

export function roundCoordinate(value: number): number {
  return Math.round(value * 10) / 10;
}
