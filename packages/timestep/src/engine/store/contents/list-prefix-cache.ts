import type { Chain } from '#core';

interface CachedListPrefix {
  readonly chain: Chain<unknown>;
  /** Number of characters in the segments of the cached list prefix. */
  readonly size: number;
}

/**
 * Cache of lists that were read recently from segments in the database, keyed by the hash of the last
 * segment. The next turn of a conversation extends such a list, and need not read it again.
 */
export interface ListPrefixCache {
  get(name: string): CachedListPrefix | undefined;
  /**
   * Caches a list and drops the shorter list that it continues, because conversations seldom continue from an
   * earlier turn.
   */
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
