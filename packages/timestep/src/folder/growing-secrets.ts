import { maskOf, type Mask } from '../core/index.ts';

/** Secrets of a server, to which the tokens are added that are had for it. */
export interface GrowingSecrets {
  /** Another list after each addition. */
  readonly all: () => readonly string[];
  /** The tokens alone, the newest last. */
  readonly tokens: () => readonly string[];
  readonly add: (token: string) => void;
}

/** Of older tokens a server says nothing more: they have ended. */
const MOST_TOKENS = 8;

export function growingSecrets(first: readonly string[]): GrowingSecrets {
  let tokens: readonly string[] = [];
  let all = first;
  return {
    all: () => all,
    tokens: () => tokens,
    add(token) {
      if (tokens.includes(token)) return;
      tokens = [...tokens, token].slice(-MOST_TOKENS);
      all = [...first, ...tokens];
    },
  };
}

/** A mask of secrets as they are when it is used, and how long the longest is, as written in an address. */
export interface GrowingMask {
  readonly mask: Mask;
  readonly longest: () => number;
}

export function growingMask(secrets: () => readonly string[]): GrowingMask {
  let known: readonly string[] = [];
  let mask = maskOf(known);
  let longest = 0;
  const look = (): void => {
    const now = secrets();
    if (now === known) return;
    known = now;
    mask = maskOf(now);
    longest = Math.max(0, ...now.map((secret) => encodeURIComponent(secret).length));
  };
  return {
    mask(text) {
      look();
      return mask(text);
    },
    longest() {
      look();
      return longest;
    },
  };
}
