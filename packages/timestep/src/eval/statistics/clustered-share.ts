import { clusteredMean, wilsonInterval, type Estimate } from './intervals.ts';

/**
 * The mean of values between 0 and 1, such as the share of passed trials, with a 95 % interval that
 * stays between them: Wilson's, for the effective number of trials N / deff, because trials of one
 * task are alike. The design effect deff = Σ_g (Σ_i (x_gi − m))² / (N·m·(1 − m)) is taken over the
 * tasks and two imagined ones of mean size, one with every trial passed and one with none: where
 * all trials pass, nothing else would show how alike they are, and each task then counts once.
 */
export function clusteredShare(clusters: readonly (readonly number[])[]): Estimate | undefined {
  const estimate = clusteredMean(clusters);
  if (!estimate) return undefined;
  const { mean, standardError } = estimate;
  const filled = clusters.filter((values) => values.length > 0);
  const count = filled.reduce((sum, values) => sum + values.length, 0);
  const worth = count / designEffect(filled, count);
  const interval = wilsonInterval(mean * worth, worth);
  return {
    mean,
    ...(standardError !== undefined && { standardError }),
    ...(interval && { interval }),
  };
}

function designEffect(clusters: readonly (readonly number[])[], count: number): number {
  const size = count / clusters.length;
  const sums = clusters.map((values) => ({ size: values.length, sum: total(values) }));
  const all = [...sums, { size, sum: size }, { size, sum: 0 }];
  const wholeSize = count + 2 * size;
  const mean = all.reduce((sum, one) => sum + one.sum, 0) / wholeSize;
  const squares = all.reduce((sum, one) => sum + (one.sum - one.size * mean) ** 2, 0);
  return squares / (wholeSize * mean * (1 - mean));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
