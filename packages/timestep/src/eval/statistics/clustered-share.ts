import { omitUndefined } from '#core';
import {
  calculateWilsonInterval,
  estimateClusteredMean,
  sumValues,
  type Estimate,
} from './intervals.ts';

/**
 * Calculates the mean of values from 0 to 1 with a 95 % Wilson interval for N / deff trials, because
 * trials of one task are alike: deff = Σ_g (Σ_i (x_gi − m))² / (N·m·(1 − m)). Two imaginary tasks of
 * mean size, one passed and one not, show how alike trials are even if all of them pass.
 */
export function estimateClusteredShare(
  clusters: readonly (readonly number[])[],
): Estimate | undefined {
  const estimate = estimateClusteredMean(clusters);
  if (!estimate) return undefined;
  const { mean } = estimate;
  const filled = clusters.filter((values) => values.length > 0);
  const count = filled.reduce((sum, values) => sum + values.length, 0);
  const worth = count / calculateDesignEffect(filled, count);
  const interval = calculateWilsonInterval(mean * worth, worth);
  return { ...estimate, ...omitUndefined({ interval }) };
}

function calculateDesignEffect(clusters: readonly (readonly number[])[], count: number): number {
  const size = count / clusters.length;
  const sums = clusters.map((values) => ({ size: values.length, sum: sumValues(values) }));
  const all = [...sums, { size, sum: size }, { size, sum: 0 }];
  const wholeSize = count + 2 * size;
  const mean = all.reduce((sum, one) => sum + one.sum, 0) / wholeSize;
  const squares = all.reduce((sum, one) => sum + (one.sum - one.size * mean) ** 2, 0);
  return squares / (wholeSize * mean * (1 - mean));
}
