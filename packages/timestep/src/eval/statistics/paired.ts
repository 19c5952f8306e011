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
  // Beyond a thousand pairs the smallest term is too small for a number, so logarithms are used.
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
