/** Random values that are the same for the same seed. */
export interface Draw {
  /** Returns an integer from 0 to below a limit. */
  below(limit: number): number;
  /** Returns true with this probability, from 0 to 1. */
  chance(share: number): boolean;
  of<T>(choices: readonly [T, ...T[]]): T;
}

/** Creates the random values of one request; they do not depend on earlier requests. */
export function drawing(seed: number, index: number): Draw {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    chance: (share) => next() < share,
    of: (choices) => choices[below(choices.length)] ?? choices[0],
  };
}
