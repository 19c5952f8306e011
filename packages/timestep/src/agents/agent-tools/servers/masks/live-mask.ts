import { type Mask, createMask } from '#core';

export interface LiveMask {
  readonly mask: Mask;
  readonly getLongestLength: () => number;
}

export function createLiveMask(secrets: () => readonly string[]): LiveMask {
  let known: readonly string[] = [];
  let mask = createMask(known);
  let longest = 0;
  const updateMask = (): void => {
    const now = secrets();
    if (now === known) return;
    known = now;
    mask = createMask(now);
    longest = Math.max(0, ...now.map((secret) => encodeURIComponent(secret).length));
  };
  return {
    mask(text) {
      updateMask();
      return mask(text);
    },
    getLongestLength() {
      updateMask();
      return longest;
    },
  };
}
