import type { Chain } from '../../core/index.ts';

/** The beginning of a list, up to the end of one of its runs. */
interface CachedRun {
  readonly chain: Chain<unknown>;
  /** Characters that it takes on disk, those of all runs before it among them. */
  readonly size: number;
}

/**
 * Beginnings of lists that were read lately, by the names of their last runs: the next turn of a long
 * conversation reads only what is new, and shares the rest in memory.
 */
export interface RunCache {
  get(name: string): CachedRun | undefined;
  /** Keeps a run, in place of the one that it goes on from: a conversation seldom goes back. */
  keep(name: string, run: CachedRun, before: string | null): void;
}

const MOST_CHARACTERS = 16 * 1024 * 1024;

/** A cache that holds at most so many characters, those used last. */
export function createRunCache(most: number = MOST_CHARACTERS): RunCache {
  /** In the order of their last use. */
  const runs = new Map<string, CachedRun>();
  let total = 0;

  function drop(name: string): void {
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
      if (before !== null) drop(before);
      if (run.size > most) return;
      drop(name);
      runs.set(name, run);
      total += run.size;
      for (const oldest of runs.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
