import { sumValues } from './intervals.ts';

/** Number of trials and passes of one task, without errored trials. */
export interface TrialTally {
  readonly trials: number;
  readonly passed: number;
}

/** Estimates without bias that one of k trials passes, 1 − C(n−c, k) / C(n, k); needs k ≤ n. */
export function estimatePassAtK(k: number, { trials, passed }: TrialTally): number | undefined {
  if (k < 1 || k > trials) return undefined;
  return 1 - calculateBinomialRatio(trials - passed, trials, k);
}

/** Estimates without bias the probability that all of k trials pass: C(c, k) / C(n, k). */
export function estimatePassAllK(k: number, { trials, passed }: TrialTally): number | undefined {
  if (k < 1 || k > trials) return undefined;
  return calculateBinomialRatio(passed, trials, k);
}

/**
 * Averages an estimate over all tasks. Undefined if the estimate is undefined for any task, as with too few
 * trials.
 */
export function averageIfAllKnown(
  tallies: readonly TrialTally[],
  estimate: (tally: TrialTally) => number | undefined,
): number | undefined {
  const values = tallies.map(estimate).filter((value) => value !== undefined);
  const isKnown = values.length > 0 && values.length === tallies.length;
  return isKnown ? sumValues(values) / values.length : undefined;
}

/** Calculates C(a, k) / C(b, k) as a product, because the binomial coefficients can overflow. */
function calculateBinomialRatio(a: number, b: number, k: number): number {
  let ratio = 1;
  for (let i = 0; i < k; i += 1) ratio *= Math.max(0, a - i) / (b - i);
  return ratio;
}
