import type { Clock } from '../port/index.ts';

/** Timers of the platform take no longer delays; a longer one would run at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** Runs a function at a time, in milliseconds since the epoch; returns a function that calls it off. */
export function atTime(clock: Clock, at: number, run: () => void): () => void {
  let callOff = (): void => undefined;
  function wait(): void {
    const delayMs = at - clock.now();
    callOff =
      delayMs > LONGEST_MS
        ? clock.schedule(LONGEST_MS, wait)
        : clock.schedule(Math.max(0, delayMs), run);
  }
  wait();
  return () => callOff();
}
