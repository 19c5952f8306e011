import type { Clock } from '../port/index.ts';

/** A clock that stands still until `advance` moves it. */
export interface ManualClock extends Clock {
  /** Moves time forward; timers that become due run at their own time, in order. */
  advance(ms: number): void;
  /** How many timers have not run yet. */
  pending(): number;
}

/** A clock that stands still until it is moved; `startAt` in milliseconds since the epoch. */
export function manualClock(startAt = 0): ManualClock {
  let time = startAt;
  let timers: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    schedule(delayMs, run) {
      const timer = { at: time + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const until = time + ms;
      for (;;) {
        const [next] = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter((other) => other !== next);
        time = next.at;
        next.run();
      }
      time = until;
    },
    pending: () => timers.length,
  };
}
