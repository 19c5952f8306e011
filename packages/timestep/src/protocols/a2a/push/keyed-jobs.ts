/** A semaphore with a lower limit per key. Jobs wait in the order of arrival. */
export interface KeyedSemaphore {
  /** Waits for a slot and resolves with a function that frees it. Rejects if the signal aborts. */
  acquire(key: string, signal: AbortSignal): Promise<() => void>;
}

export interface KeyedSemaphoreOptions {
  readonly max: number;
  readonly maxPerKey: number;
}

export function createKeyedSemaphore({ max, maxPerKey }: KeyedSemaphoreOptions): KeyedSemaphore {
  const inside = new Map<string, number>();
  const waiting = new Set<{ readonly key: string; readonly letIn: () => void }>();
  let total = 0;

  function releaseSlotOfKey(key: string): void {
    const left = (inside.get(key) ?? 0) - 1;
    if (left > 0) inside.set(key, left);
    else inside.delete(key);
    total -= 1;
    admitWaitingJobs();
  }

  function admitWaitingJobs(): void {
    for (const one of waiting) {
      if (total >= max) return;
      const sameKey = inside.get(one.key) ?? 0;
      // Waiting entries of other keys may overtake the entries of a busy key.
      if (sameKey >= maxPerKey) continue;
      waiting.delete(one);
      inside.set(one.key, sameKey + 1);
      total += 1;
      one.letIn();
    }
  }

  return {
    acquire(key, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      if (signal.aborted) return Promise.reject(signal.reason);
      const one = {
        key,
        letIn: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(() => releaseSlotOfKey(key));
        },
      };
      const giveUp = (): void => {
        waiting.delete(one);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.add(one);
      admitWaitingJobs();
      return promise;
    },
  };
}

/** Runs one job per key at a time; a newer job replaces the running one. */
export interface LatestJobPerKey {
  /** Runs a job after the job with the same key was aborted. `leave` aborts when a newer job arrives. */
  run<T>(key: string, work: (leave: AbortController) => Promise<T>): Promise<T>;
}

interface RunningJob {
  readonly leave: AbortController;
  readonly ended: Promise<void>;
}

export function createReplacingJobRunner(): LatestJobPerKey {
  const running = new Map<string, RunningJob>();
  return {
    async run(key, work) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const mine: RunningJob = { leave: new AbortController(), ended };
      const before = running.get(key);
      running.set(key, mine);
      before?.leave.abort();
      await before?.ended;
      try {
        return await work(mine.leave);
      } finally {
        if (running.get(key) === mine) running.delete(key);
        end();
      }
    },
  };
}
