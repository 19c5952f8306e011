import { createWaking, type Waking } from '../wake-in-turns.ts';

/** Waiters for a change. A wake empties the list, so a waiter that wants more asks again. */
export interface Watchers {
  /** Resolves at the next change, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  /** Wakes all present waiters; where there are many, over several turns of the event loop. */
  wake(): void;
}

/** Creates an empty list of waiters. */
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
