/** Maximum number of additions in an exact test. Larger tests sample the sign flips. */
const MAX_ADDITIONS = 200_000_000;
const MAX_SUMS = 2_000_000;

/** Options for sampling sign flips. */
export interface SignFlipOptions {
  /** Returns random numbers in [0, 1). Only used if an exact test would take too long. */
  readonly random: () => number;
  readonly samples?: number;
}

/**
 * Two-sided sign-flip test of paired differences (Fisher's randomization test): the share of sign
 * combinations whose sum is as far from 0 as observed. Exact for integers with few sums; otherwise
 * sampled, and then never too small.
 */
export function calculateSignFlipPValue(
  differences: readonly number[],
  { random, samples = 20_000 }: SignFlipOptions,
): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const reach = sizes.reduce((sum, size) => sum + size, 0);
  const isCountable = reach <= MAX_SUMS && sizes.length * reach <= MAX_ADDITIONS;
  return isCountable && sizes.every(Number.isInteger)
    ? calculateExactTailShare(sizes, reach, seen)
    : estimateTailShare(sizes, seen, random, samples);
}

/** Returns the minimum number of tasks with which a change of all tasks can be significant. */
export function getMinimumTasks(alpha: number): number {
  return Math.floor(1 - Math.log2(alpha)) + 1;
}

function calculateExactTailShare(
  sizes: readonly number[],
  maximumSum: number,
  observedSum: number,
): number {
  // Probability of each sum of positive differences. The sum of all differences is twice that, minus all sizes.
  const chances = new Float64Array(maximumSum + 1);
  chances[0] = 1;
  let highest = 0;
  for (const size of sizes) {
    highest += size;
    for (let sum = highest; sum >= 0; sum -= 1) {
      const without = chances[sum] ?? 0;
      const and = sum >= size ? (chances[sum - size] ?? 0) : 0;
      chances[sum] = (without + and) / 2;
    }
  }
  let share = 0;
  for (let sum = 0; sum <= maximumSum; sum += 1) {
    if (Math.abs(2 * sum - maximumSum) >= observedSum) share += chances[sum] ?? 0;
  }
  return Math.min(1, share);
}

/**
 * Estimates by sampling the share of sign patterns whose sum is at least as extreme as the observed one.
 * The observed sum is one sample, so the share is never 0.
 */
function estimateTailShare(
  sizes: readonly number[],
  observed: number,
  random: () => number,
  samples: number,
): number {
  // Tolerance for rounding: sums of the same numbers in another order differ slightly.
  const least = observed * (1 - 1e-9);
  let asFar = 1;
  for (let round = 0; round < samples; round += 1) {
    let sum = 0;
    for (const size of sizes) sum += random() < 0.5 ? size : -size;
    if (Math.abs(sum) >= least) asFar += 1;
  }
  return asFar / (samples + 1);
}
