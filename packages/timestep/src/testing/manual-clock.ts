import type { Clock } from '../port/index.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Moves time on and runs what has come due, in order. */
  advance(ms: number): void;
}

export function manualClock(startAt = 0): ManualClock {
  let time = startAt;
  let due: { readonly at: number; readonly run: () => void }[] = [];
  return {
    now: () => time,
    schedule(delayMs, run) {
      const entry = { at: time + delayMs, run };
      due.push(entry);
      return () => {
        due = due.filter((other) => other !== entry);
      };
    },
    advance(ms) {
      time += ms;
      const now = due.filter((entry) => entry.at <= time).toSorted((a, b) => a.at - b.at);
      due = due.filter((entry) => entry.at > time);
      for (const entry of now) entry.run();
    },
  };
}
