/** Stops effects that are under way: tells them by signal, and stops waiting for them. */
export interface Interrupter {
  readonly signal: AbortSignal;
  /** The work's outcome, or the interruption as soon as there is one. */
  race<T>(work: PromiseLike<T> | T): Promise<T>;
  interrupt(reason: Error): void;
}

/** One per drive; effects share one abort signal because listeners on signals are expensive. */
export function createInterrupter(): Interrupter {
  const abort = new AbortController();
  const waiting = new Set<(reason: unknown) => void>();
  return {
    signal: abort.signal,
    race<T>(work: PromiseLike<T> | T) {
      return new Promise<T>((resolve, reject) => {
        if (abort.signal.aborted) return reject(abort.signal.reason);
        waiting.add(reject);
        void settleWith(work, resolve, reject, () => waiting.delete(reject));
      });
    },
    interrupt(reason) {
      if (abort.signal.aborted) return;
      abort.abort(reason);
      for (const reject of waiting) reject(reason);
      waiting.clear();
    },
  };
}

async function settleWith<T>(
  work: PromiseLike<T> | T,
  resolve: (value: T) => void,
  reject: (thrown: unknown) => void,
  over: () => void,
): Promise<void> {
  try {
    resolve(await work);
  } catch (thrown) {
    reject(thrown);
  } finally {
    over();
  }
}
