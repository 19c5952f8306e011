import type { Clock } from '#engine/port';

/** The machine's time. Its timers do not keep an otherwise idle process running. */
export const wallClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
