import type { Clock } from '../../port/index.ts';

/** Work that goes on while no caller waits for it. */
export interface Background {
  /** Aborts when the grace of `close` is over. */
  readonly signal: AbortSignal;
  /** Begins a piece of work, unless `close` was called. */
  begin(work: () => Promise<void>): void;
  /** Begins a piece of work after some time, unless `close` was called by then. */
  beginAfter(delayMs: number, work: () => Promise<void>): void;
  /**
   * Begins nothing more, lets running work end for up to `graceMs`, then aborts it and waits for
   * its end.
   */
  close(graceMs: number): Promise<void>;
}

/** `onError` receives what a piece of work rejects with. */
export function createBackground(clock: Clock, onError: (thrown: unknown) => void): Background {
  const closing = new AbortController();
  const working = new Set<Promise<void>>();
  const scheduled = new Set<() => void>();
  let isClosing = false;

  function begin(work: () => Promise<void>): void {
    if (isClosing) return;
    const worked = work().catch(onError);
    working.add(worked);
    void worked.finally(() => working.delete(worked));
  }

  return {
    signal: closing.signal,
    begin,
    beginAfter(delayMs, work) {
      if (isClosing) return;
      const callOff = clock.schedule(delayMs, () => {
        scheduled.delete(callOff);
        begin(work);
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
