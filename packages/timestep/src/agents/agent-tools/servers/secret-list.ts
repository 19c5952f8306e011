import { createMask, type Mask } from '../../../core/index.ts';

/** Secrets of a server, extended by tokens that are obtained for it. */
export interface SecretList {
  /** Returns all secrets. Each addition creates a new array. */
  readonly listAll: () => readonly string[];
  /** Newest last. */
  readonly listTokens: () => readonly string[];
  readonly add: (token: string) => void;
}

/** Older tokens have expired, so a server no longer mentions them. */
const MOST_TOKENS = 8;

export function createSecretList(first: readonly string[]): SecretList {
  let tokens: readonly string[] = [];
  let all = first;
  return {
    listAll: () => all,
    listTokens: () => tokens,
    add(token) {
      if (tokens.includes(token)) return;
      tokens = [...tokens, token].slice(-MOST_TOKENS);
      all = [...first, ...tokens];
    },
  };
}

/** A mask of the current secrets, and the length of the longest one if URL-encoded. */
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
