import type { Clock } from '#engine/port';

/** A clock that moves only when `advance` is called. */
export interface ManualClock extends Clock {
  /** Advances the time. Timers that become due run in order, each at its own time. */
  advance(ms: number): void;
  /** Returns the number of pending timers. */
  pending(): number;
}

/**
 * Creates a clock that moves only when `advance` is called. `startAt` is in milliseconds since the
 * epoch.
 */
export function createManualClock(startAt = 0): ManualClock {
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
