import type { Chain } from '#core';

interface CachedListPrefix {
  readonly chain: Chain<unknown>;
  /** Number of characters of the segments of the list prefix. */
  readonly size: number;
}

/** Recently read list prefixes by the hash of their last segment, which the next turn continues. */
export interface ListPrefixCache {
  get(name: string): CachedListPrefix | undefined;
  /** Caches a list prefix instead of the prefix that it continues: conversations seldom go back. */
  keep(name: string, prefix: CachedListPrefix, before: string | null): void;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Evicts the least recently used prefixes beyond `maxCharacters`. */
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
