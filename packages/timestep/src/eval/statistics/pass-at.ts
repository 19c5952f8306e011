/** Number of trials and passes of one task, without errored trials. */
export interface TrialTally {
  readonly trials: number;
  readonly passed: number;
}

/**
 * Estimates without bias the probability that at least one of k trials passes: 1 − C(n−c, k) / C(n,
 * k). Undefined if k is greater than the number of trials.
 */
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
 * Calculates the mean over tasks. Undefined if a task has too few trials, because the mean over the
 * remaining tasks would describe different tasks for each k.
 */
export function averageOverTasks(
  tallies: readonly TrialTally[],
  estimate: (tally: TrialTally) => number | undefined,
): number | undefined {
  if (tallies.length === 0) return undefined;
  let sum = 0;
  for (const tally of tallies) {
    const value = estimate(tally);
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum / tallies.length;
}

/** Calculates C(a, k) / C(b, k) as a product, because the binomial coefficients can overflow. */
function calculateBinomialRatio(a: number, b: number, k: number): number {
  let ratio = 1;
  for (let i = 0; i < k; i += 1) ratio *= Math.max(0, a - i) / (b - i);
  return ratio;
}
