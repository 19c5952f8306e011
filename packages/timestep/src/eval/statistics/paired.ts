import type { Interval } from './intervals.ts';

/**
 * McNemar's exact test: of the pairs that differ, how likely is a split as uneven as this, or more
 * so, if either way were as likely? Two-sided.
 */
export function mcnemarExact(better: number, worse: number): number {
  const differing = better + worse;
  if (differing === 0) return 1;
  const fewer = Math.min(better, worse);
  let tail = 0;
  let term = 0.5 ** Math.min(differing, 1000);
  // Beyond a thousand pairs the smallest term is no number any more; logarithms are.
  if (differing > 1000) return mcnemarByLogarithms(fewer, differing);
  for (let i = 0; i <= fewer; i += 1) {
    tail += term;
    term *= (differing - i) / (i + 1);
  }
  return Math.min(1, 2 * tail);
}

function mcnemarByLogarithms(fewer: number, differing: number): number {
  let logTerm = -differing * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let i = 0; i < fewer; i += 1) {
    logTerm += Math.log((differing - i) / (i + 1));
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

export interface BootstrapOptions {
  /** Numbers in [0, 1), the same for the same seed. */
  readonly random: () => number;
  readonly rounds?: number;
  readonly confidence?: number;
}

/**
 * An interval for the mean difference of paired tasks, by drawing tasks with replacement: what is
 * drawn is the task with all its trials, because those are alike.
 */
export function pairedBootstrap(
  differences: readonly number[],
  { random, rounds = 10_000, confidence = 0.95 }: BootstrapOptions,
): Interval | undefined {
  const count = differences.length;
  if (count < 2) return undefined;
  const means = new Float64Array(rounds);
  for (let round = 0; round < rounds; round += 1) {
    let sum = 0;
    for (let draw = 0; draw < count; draw += 1) {
      sum += differences[Math.floor(random() * count)] ?? 0;
    }
    means[round] = sum / count;
  }
  means.sort();
  const at = (share: number): number =>
    means[Math.min(rounds - 1, Math.floor(share * rounds))] ?? 0;
  const outside = (1 - confidence) / 2;
  return { low: at(outside), high: at(1 - outside) };
}

/** Numbers in [0, 1), the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
