import { createBatchedWaker, type Waker } from '../log/waker.ts';

/** Callers that wait for the next change of a task. */
export interface Watchers {
  next(signal: AbortSignal): Promise<void>;
  /** Wakes all waiting callers, over several turns of the event loop if there are many. */
  wake(): void;
}

/** Creates an empty set of callers that wait for the next change. */
export function createChangeWatchers(): Watchers {
  let waiting: (() => void)[] = [];
  let waking: Waker | undefined;
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
      waking ??= createBatchedWaker();
      waking.wake(sleepers);
    },
  };
}
