/** Runs one job per key at a time; a newer job replaces the running one. */
export interface LatestJobPerKey {
  /**
   * Aborts the running job with the same key, waits for its end, then starts the job. `leave`
   * aborts when a newer job arrives; the job may abort it as well.
   */
  run<T>(key: string, work: (leave: AbortController) => Promise<T>): Promise<T>;
}

interface RunningJob {
  readonly leave: AbortController;
  readonly ended: Promise<void>;
}

export function createLatestJobPerKey(): LatestJobPerKey {
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
