/** Runs one work per key at a time: the newest replaces the one before. */
export interface Succession {
  /**
   * Aborts the work before it with the same key, waits for its end, then begins. `leave` aborts
   * when the next work comes, which may be before this one begins; the work may abort it too.
   */
  run<T>(key: string, work: (leave: AbortController) => Promise<T>): Promise<T>;
}

interface Running {
  readonly leave: AbortController;
  readonly ended: Promise<void>;
}

export function createSuccession(): Succession {
  const running = new Map<string, Running>();
  return {
    async run(key, work) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const mine: Running = { leave: new AbortController(), ended };
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
