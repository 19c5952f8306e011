import type { Clock } from '../../port/index.ts';

/** The machine's time. Its timers do not keep a process alive that has no other work. */
export const wallClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref();
    return () => clearTimeout(timer);
  },
};
