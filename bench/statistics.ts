/** The distribution of a figure over the rounds of one run. */
export interface Spread {
  /** The least disturbed round: on a busy machine it is closest to the real cost. */
  readonly best: number;
  readonly median: number;
}

/** Returns best and median of costs; less is better. */
export function computeSpread(costs: readonly number[]): Spread {
  const sorted = costs.toSorted((a, b) => a - b);
  const best = sorted[0];
  if (best === undefined || sorted.some((cost) => !Number.isFinite(cost))) {
    throw new RangeError(`no spread of [${costs.join(', ')}]`);
  }
  const middle = (sorted.length - 1) / 2;
  const below = sorted[Math.floor(middle)] ?? best;
  const above = sorted[Math.ceil(middle)] ?? best;
  return { best, median: (below + above) / 2 };
}

/** Returns the value that this share (0 to 1) of all values does not exceed. */
export function computeQuantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no quantile of nothing');
  return value;
}

/**
 * Returns the items of one round, starting with another item each time, so that no subject is
 * always first.
 */
export function rotate<T>(items: readonly T[], round: number): T[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Formats a number with enough digits to compare figures. */
export function formatFigure(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** Rounds to two decimals, as in the JSON output. */
export function roundToTwoDecimals(value: number): number {
  return Math.round(value * 100) / 100;
}
