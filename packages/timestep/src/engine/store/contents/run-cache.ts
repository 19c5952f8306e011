import type { Chain } from '../../../core/index.ts';

/** The prefix of a list up to the end of one run. */
interface CachedRun {
  readonly chain: Chain<unknown>;
  /** Stored size in characters, including all earlier runs. */
  readonly size: number;
}

/**
 * Cache of recently read list prefixes, keyed by the hash of their last run. The next turn of a
 * long conversation reads only new runs and shares the rest in memory.
 */
export interface RunCache {
  get(name: string): CachedRun | undefined;
  /** Stores a run and removes the run that it continues, because conversations seldom go back. */
  keep(name: string, run: CachedRun, before: string | null): void;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;

/** Creates a cache that holds at most `maxCharacters`, evicting the least recently used runs. */
export function createRunCache(maxCharacters: number = MAX_CHARACTERS): RunCache {
  /** Runs, least recently used first. */
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
