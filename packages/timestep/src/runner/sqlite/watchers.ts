import { createWaking, type Waking } from '../wake-in-turns.ts';

/** Those who wait for something to change. Waking them empties the list: they ask again. */
export interface Watchers {
  /** Resolves at the next change, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  /** Wakes all who wait now; where they are many, not in the same turn of the event loop. */
  wake(): void;
}

/** A list of waiters that is empty at first. */
export function createWatchers(): Watchers {
  let waiting: (() => void)[] = [];
  let waking: Waking | undefined;
  return {
    next(signal) {
      return new Promise((resolve) => {
        const stop = () => {
          signal.removeEventListener('abort', stop);
          resolve();
        };
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', stop);
        waiting.push(stop);
      });
    },
    wake() {
      if (waiting.length === 0) return;
      const sleepers = waiting;
      waiting = [];
      waking ??= createWaking();
      waking.wake(sleepers);
    },
  };
}
