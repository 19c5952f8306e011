/** Calculates McNemar's exact test, two-sided, of pairs that became better or worse. */
export function calculateMcNemarPValue(better: number, worse: number): number {
  const differing = better + worse;
  const fewer = Math.min(better, worse);
  // Logarithms are used, because with more than a thousand pairs the smallest term underflows.
  let logTerm = -differing * Math.LN2;
  let tail = Math.exp(logTerm);
  for (let i = 0; i < fewer; i += 1) {
    logTerm += Math.log((differing - i) / (i + 1));
    tail += Math.exp(logTerm);
  }
  return Math.min(1, 2 * tail);
}

/** Returns a generator of random numbers in [0, 1) that is determined by its seed (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
