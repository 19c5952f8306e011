import type { Chain } from '#core';

interface CachedRun {
  readonly chain: Chain<unknown>;
  /** Number of characters of the run and all earlier runs. */
  readonly size: number;
}

/** Recently read list prefixes by the hash of their last run, which the next turn continues. */
export interface RunCache {
  get(name: string): CachedRun | undefined;
  /** Caches a run and drops the run that it continues, because conversations seldom go back. */
  keep(name: string, run: CachedRun, before: string | null): void;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Evicts the least recently used runs beyond `maxCharacters`. */
export function createRunCache(maxCharacters: number = MAX_CHARACTERS): RunCache {
  const runs = new Map<string, CachedRun>();
  let total = 0;

  function removeRun(name: string): void {
    total -= runs.get(name)?.size ?? 0;
    runs.delete(name);
  }

  return {
    get(name) {
      const run = runs.get(name);
      if (run) {
        runs.delete(name);
        runs.set(name, run);
      }
      return run;
    },
    keep(name, run, before) {
      if (before !== null) removeRun(before);
      if (run.size > maxCharacters) return;
      removeRun(name);
      runs.set(name, run);
      total += run.size;
      for (const oldest of runs.keys()) {
        if (total <= maxCharacters) break;
        removeRun(oldest);
      }
    },
  };
}
