/** How a figure came out over the rounds of one run. */
export interface Spread {
  /** The least disturbed round: on a busy machine the closest to what the work costs. */
  readonly best: number;
  readonly median: number;
}

/** Best and median of costs, where less is better. */
export function spreadOf(costs: readonly number[]): Spread {
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

/** The value that so large a share (0 to 1) of all values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('no quantile of nothing');
  return value;
}

/** The items of one round, starting elsewhere in each, so that no subject is always the first. */
export function rotated<T>(items: readonly T[], round: number): T[] {
  const start = items.length === 0 ? 0 : round % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

/** Enough digits to compare figures by, and no more. */
export function readable(value: number): string {
  const size = Math.abs(value);
  if (size >= 100 || Number.isInteger(value)) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** Two decimals, as figures are written to JSON. */
export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
