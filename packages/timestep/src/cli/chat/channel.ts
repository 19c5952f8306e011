/** Values that are given at one end and read in their order at the other. */
export interface Channel<T> {
  readonly give: (value: T) => void;
  /** Until the signal aborts. */
  readonly read: (signal: AbortSignal) => AsyncGenerator<T, void>;
}

export function createChannel<T>(): Channel<T> {
  const waiting: T[] = [];
  let wake = (): void => undefined;
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return {
    give(value) {
      waiting.push(value);
      wake();
    },
    async *read(signal) {
      const stop = (): void => wake();
      signal.addEventListener('abort', stop);
      try {
        while (!signal.aborted) {
          const [next] = waiting.splice(0, 1);
          if (next !== undefined) yield next;
          else await sleep();
        }
      } finally {
        signal.removeEventListener('abort', stop);
      }
    },
  };
}
