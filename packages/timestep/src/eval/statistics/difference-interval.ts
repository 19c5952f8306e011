import { estimateClusteredMean, type Interval } from './intervals.ts';

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
