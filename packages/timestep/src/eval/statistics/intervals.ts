import { calculateStudentQuantile } from './student-t.ts';

/** Bounds of an interval, both included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A mean with its uncertainty. */
export interface Estimate {
  readonly mean: number;
  /** Standard error of the mean; undefined with fewer than two clusters. */
  readonly standardError?: number;
  readonly interval?: Interval;
}

/**
 * Calculates the mean with a 95 % interval that accounts for the similarity of values in a cluster:
 * SE² = G/(G−1) · Σ_g (Σ_i (x_gi − x̄))² / N², with Student’s t for G − 1 degrees of freedom.
 */
export function estimateClusteredMean(
  clusters: readonly (readonly number[])[],
): Estimate | undefined {
  const filled = clusters.filter((values) => values.length > 0);
  const count = filled.reduce((sum, values) => sum + values.length, 0);
  if (count === 0) return undefined;
  const mean = filled.reduce((sum, values) => sum + sumValues(values), 0) / count;
  const groups = filled.length;
  if (groups < 2) return { mean };
  const squares = filled.reduce((sum, values) => {
    const residual = sumValues(values) - values.length * mean;
    return sum + residual * residual;
  }, 0);
  const standardError = Math.sqrt(((groups / (groups - 1)) * squares) / (count * count));
  const reach = calculateStudentQuantile(0.975, groups - 1) * standardError;
  return { mean, standardError, interval: { low: mean - reach, high: mean + reach } };
}

/** The quantile of the normal distribution for a 95 % interval. */
const Z = 1.959_964;

/**
 * Calculates Wilson's 95 % interval for a share, which stays between 0 and 1 and never has zero width.
 * Both counts may be fractional, because trials that are alike count for less.
 */
export function calculateWilsonInterval(passed: number, trials: number): Interval | undefined {
  if (trials === 0) return undefined;
  const share = passed / trials;
  const z2 = Z * Z;
  const centre = share + z2 / (2 * trials);
  const reach = Z * Math.sqrt((share * (1 - share)) / trials + z2 / (4 * trials * trials));
  const whole = 1 + z2 / trials;
  // The bounds include the share explicitly, because rounding could exclude it at 0 and 1.
  return {
    low: Math.max(0, Math.min(share, (centre - reach) / whole)),
    high: Math.min(1, Math.max(share, (centre + reach) / whole)),
  };
}

/**
 * Calculates a 95 % interval for the mean of paired differences: Student’s over the tasks and two
 * imaginary tasks with the differences 1 and −1, without which equal changes would seem certain.
 */
export function calculateDifferenceInterval(differences: readonly number[]): Interval | undefined {
  if (differences.length === 0) return undefined;
  const interval = estimateClusteredMean(
    [...differences, 1, -1].map((difference) => [difference]),
  )?.interval;
  return interval && { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}

export function sumValues(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
