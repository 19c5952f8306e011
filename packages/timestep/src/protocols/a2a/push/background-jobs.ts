import type { Clock } from '../../../engine/port/index.ts';

export interface BackgroundJobs {
  /** Aborts when the grace period of `close` is over. */
  readonly signal: AbortSignal;
  start(work: () => Promise<void>): void;
  startAfter(delayMs: number, work: () => Promise<void>): void;
  /** Waits up to `graceMs` for running jobs, then aborts them and waits for their end. */
  close(graceMs: number): Promise<void>;
}

/** `onError` receives the rejections of jobs. */
export function createBackgroundJobs(
  clock: Clock,
  onError: (thrown: unknown) => void,
): BackgroundJobs {
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  const scheduled = new Set<() => void>();
  let isClosing = false;

  function start(work: () => Promise<void>): void {
    if (isClosing) return;
    const job = work().catch(onError);
    working.add(job);
    void job.finally(() => working.delete(job));
  }

  return {
    signal: closing.signal,
    start,
    startAfter(delayMs, work) {
      if (isClosing) return;
      const callOff = clock.schedule(delayMs, () => {
        scheduled.delete(callOff);
        start(work);
      });
      scheduled.add(callOff);
    },
    async close(graceMs) {
      isClosing = true;
      for (const callOff of scheduled) callOff();
      const grace = Promise.withResolvers<void>();
      const endGrace = clock.schedule(graceMs, grace.resolve);
      await Promise.race([Promise.allSettled(working), grace.promise]);
      endGrace();
      closing.abort();
      await Promise.allSettled(working);
    },
  };
}
