/**
 * Calls that wait for their turn, in the order they came; a call whose signal aborts leaves the
 * line.
 */
export interface WaitingLine {
  readonly length: number;
  /** Resolves at the caller's turn; rejects with the signal's reason when it aborts before that. */
  join(signal: AbortSignal): Promise<void>;
  /** Gives the first call in the line its turn. */
  admitFirst(): void;
}

/** A line for calls whose signals have not aborted when they join. */
export function createWaitingLine(): WaitingLine {
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
