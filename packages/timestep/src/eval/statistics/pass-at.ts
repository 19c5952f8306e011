/** How often one task was tried and how often that succeeded; broken trials are left out of both. */
export interface Tally {
  readonly trials: number;
  readonly passed: number;
}

/**
 * The chance that at least one of k trials passes, without bias: 1 − C(n−c, k) / C(n, k).
 * `undefined` for more trials than were made.
 */
export function passAt(k: number, { trials, passed }: Tally): number | undefined {
  if (k < 1 || k > trials) return undefined;
  return 1 - ratioOfChoices(trials - passed, trials, k);
}

/** The chance that all of k trials pass, without bias: C(c, k) / C(n, k). */
export function passAll(k: number, { trials, passed }: Tally): number | undefined {
  if (k < 1 || k > trials) return undefined;
  return ratioOfChoices(passed, trials, k);
}

/**
 * The mean over tasks. `undefined` where a task has too few trials, because the mean over the
 * others would be about other tasks for every k.
 */
export function meanOver(
  tallies: readonly Tally[],
  estimate: (tally: Tally) => number | undefined,
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

/** C(a, k) / C(b, k) as a product, since the choices themselves grow beyond what numbers hold. */
function ratioOfChoices(a: number, b: number, k: number): number {
  let ratio = 1;
  for (let i = 0; i < k; i += 1) ratio *= Math.max(0, a - i) / (b - i);
  return ratio;
}
