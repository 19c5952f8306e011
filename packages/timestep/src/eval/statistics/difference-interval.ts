import { clusteredMean, type Interval } from './intervals.ts';

/**
 * A 95 % interval for the mean of paired differences between −1 and 1, one of each task: Student's over
 * the tasks and two imagined ones, with the differences 1 and −1 (Bonett and Price's interval, which this
 * is with one trial a task). Without these, tasks that all changed alike would seem to leave no doubt.
 */
export function differenceInterval(differences: readonly number[]): Interval | undefined {
  if (differences.length === 0) return undefined;
  const interval = clusteredMean(
    [...differences, 1, -1].map((difference) => [difference]),
  )?.interval;
  return interval && { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}
