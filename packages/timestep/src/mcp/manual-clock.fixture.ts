import type { Clock } from '../port/index.ts';

/** Time that passes when told to. */
export interface ManualClock extends Clock {
  pass(ms: number): void;
  /** Timers that are still to come. */
  pending(): number;
}

export function manualClock(): ManualClock {
  let now = 0;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => now,
    schedule(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        now = next.at;
        next.run();
      }
      now = until;
    },
    pending: () => timers.length,
  };
}
