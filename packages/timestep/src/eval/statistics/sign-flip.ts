/** Additions and sums that an exact test may take; beyond them, sign flips are drawn. */
const MOST_ADDITIONS = 200_000_000;
const MOST_SUMS = 2_000_000;

/** How many sign flips are drawn, and from which random numbers. */
export interface SignFlipOptions {
  /** Numbers in [0, 1); used only where there are too many sums to count. */
  readonly random: () => number;
  /** How many sign flips are drawn in that case. */
  readonly rounds?: number;
}

/**
 * The sign-flip test of paired differences, one of each task (Fisher's randomization test). Between
 * equal agents a task's difference is as likely with either sign; the result is the share of all
 * choices of signs whose sum is at least as far from 0 as the observed sum. Two-sided. The result
 * is exact where the differences are whole numbers and their sums few enough to count; otherwise
 * choices are drawn at random, and the result is never too small.
 */
export function signFlipTest(
  differences: readonly number[],
  { random, rounds = 20_000 }: SignFlipOptions,
): number {
  const sizes = differences.map(Math.abs).filter((size) => size > 0);
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  const reach = sizes.reduce((sum, size) => sum + size, 0);
  const isCountable = reach <= MOST_SUMS && sizes.length * reach <= MOST_ADDITIONS;
  return isCountable && sizes.every(Number.isInteger)
    ? countedShare(sizes, reach, seen)
    : drawnShare(sizes, seen, random, rounds);
}

/** How many tasks a difference needs to count, if all of them change in the same direction. */
export function fewestTasks(alpha: number): number {
  return Math.floor(1 - Math.log2(alpha)) + 1;
}

/** The share of sign flips whose sum is at least as far from 0, by the distribution of all sums. */
function countedShare(sizes: readonly number[], reach: number, seen: number): number {
  // The chance of each sum of the differences with a plus; the whole sum is twice that, minus the
  // sum of all sizes.
  const chances = new Float64Array(reach + 1);
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
  for (let sum = 0; sum <= reach; sum += 1) {
    if (Math.abs(2 * sum - reach) >= seen) share += chances[sum] ?? 0;
  }
  return Math.min(1, share);
}

/**
 * The share of randomly drawn sign flips; the observed sum counts as one draw, so the share is
 * never 0.
 */
function drawnShare(
  sizes: readonly number[],
  seen: number,
  random: () => number,
  rounds: number,
): number {
  // Sums of the same numbers in another order differ in their last digits.
  const least = seen * (1 - 1e-9);
  let asFar = 1;
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (const size of sizes) sum += random() < 0.5 ? size : -size;
    if (Math.abs(sum) >= least) asFar += 1;
  }
  return asFar / (rounds + 1);
}
