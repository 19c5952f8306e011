/** A first-in, first-out queue of waiting calls. A call leaves the queue if its signal aborts. */
export interface CallQueue {
  readonly length: number;
  /** Waits until the call is admitted. Rejects with the signal's reason if it aborts first. */
  join(signal: AbortSignal): Promise<void>;
  admitFirst(): void;
}

/** Creates an empty queue of calls. `join` requires a signal that has not aborted yet. */
export function createAdmissionQueue(): CallQueue {
  const line: (() => void)[] = [];
  return {
    get length() {
      return line.length;
    },
    join(signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const begin = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        line.splice(line.indexOf(begin), 1);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      line.push(begin);
      return promise;
    },
    admitFirst() {
      line.shift()?.();
    },
  };
}
