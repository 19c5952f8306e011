import type { Clock } from '#engine/port';

/** Maximum timer delay of the platform. A longer timer would fire immediately. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Runs a function at a time in milliseconds since the epoch. Returns a function to cancel it. */
export function scheduleAt(clock: Clock, at: number, run: () => void): () => void {
  let callOff = (): void => undefined;
  function scheduleNextPart(): void {
    const delayMs = at - clock.now();
    callOff =
      delayMs > MAX_DELAY_MS
        ? clock.schedule(MAX_DELAY_MS, scheduleNextPart)
        : clock.schedule(Math.max(0, delayMs), run);
  }
  scheduleNextPart();
  return () => callOff();
}
