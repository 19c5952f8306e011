import { estimateClusteredMean, type Interval } from './intervals.ts';

/**
 * Calculates a 95 % interval for the mean of paired differences between −1 and 1, one per task. It
 * is Student's interval over the tasks and two imaginary tasks with the differences 1 and −1; with
 * one trial per task this is Bonett and Price's interval. Without the imaginary tasks, equal
 * changes of all tasks would seem to be certain.
 */
export function calculateDifferenceInterval(differences: readonly number[]): Interval | undefined {
  if (differences.length === 0) return undefined;
  const interval = estimateClusteredMean(
    [...differences, 1, -1].map((difference) => [difference]),
  )?.interval;
  return interval && { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}
