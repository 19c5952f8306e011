import type { Clock } from '../port/index.ts';

/** Node fires longer timers at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    if (delayMs > LONGEST_TIMER_MS) return () => {};
    const timer = setTimeout(run, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};
