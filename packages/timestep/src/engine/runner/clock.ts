import type { Clock } from '#engine/port';

/** Maximum timer delay. Node fires longer timers immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    if (delayMs > MAX_TIMER_MS) return () => {};
    const timer = setTimeout(run, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};
