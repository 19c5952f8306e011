import type { Chain } from '#core';

interface CachedListPrefix {
  readonly chain: Chain<unknown>;
  /** Number of characters in the segments of the cached list prefix. */
  readonly size: number;
}

/**
 * Cache of recently read list prefixes, keyed by the hash of their last segment. The next turn
 * continues such a prefix.
 */
export interface ListPrefixCache {
  get(name: string): CachedListPrefix | undefined;
  /** Caches a list prefix in place of the shorter prefix that it continues: conversations seldom go back. */
  keep(name: string, prefix: CachedListPrefix, before: string | null): void;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Creates a cache that evicts the least recently used prefixes beyond `maxCharacters`. */
export function createListPrefixCache(maxCharacters: number = MAX_CHARACTERS): ListPrefixCache {
  const prefixes = new Map<string, CachedListPrefix>();
  let total = 0;

  function removeListPrefix(name: string): void {
    total -= prefixes.get(name)?.size ?? 0;
    prefixes.delete(name);
  }

  return {
    get(name) {
      const prefix = prefixes.get(name);
      if (prefix) {
        prefixes.delete(name);
        prefixes.set(name, prefix);
      }
      return prefix;
    },
    keep(name, prefix, before) {
      if (before !== null) removeListPrefix(before);
      if (prefix.size > maxCharacters) return;
      removeListPrefix(name);
      prefixes.set(name, prefix);
      total += prefix.size;
      for (const oldest of prefixes.keys()) {
        if (total <= maxCharacters) break;
        removeListPrefix(oldest);
      }
    },
  };
}
