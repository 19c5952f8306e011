/** Those who wait for something to change. Waking them empties the list: they ask again. */
export interface Watchers {
  /** Resolves at the next change, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void>;
  wake(): void;
}

export function createWatchers(): Watchers {
  let waiting: (() => void)[] = [];
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
      const waking = waiting;
      waiting = [];
      for (const stop of waking) stop();
    },
  };
}
