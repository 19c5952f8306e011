import type { Clock } from '#engine/port';
import { createLateTimers } from './late-timers.ts';

/** Maximum timer delay in milliseconds. Node fires longer timers immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Delay in milliseconds from which a timer may fire a little late, because such a timer is cheaper to cancel.
 */
const LONG_DELAY_MS = 1000;

const scheduleLate = createLateTimers();

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  schedule(delayMs, run) {
    if (delayMs > MAX_TIMER_MS) return () => {};
    if (delayMs >= LONG_DELAY_MS) return scheduleLate(delayMs, run);
    const timer = setTimeout(run, Math.max(0, delayMs));
    return () => clearTimeout(timer);
  },
};

/** Runs a function at a time in milliseconds since the epoch. Returns a function to cancel it. */
export function scheduleAt(clock: Clock, at: number, run: () => void): () => void {
  let callOff = (): void => undefined;
  function scheduleRestOfWait(): void {
    const delayMs = at - clock.now();
    callOff =
      delayMs > MAX_TIMER_MS
        ? clock.schedule(MAX_TIMER_MS, scheduleRestOfWait)
        : clock.schedule(Math.max(0, delayMs), run);
  }
  scheduleRestOfWait();
  return () => callOff();
}

/** Waits until a time in milliseconds since the epoch, or until the signal aborts. */
export async function waitUntil(clock: Clock, time: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const callOff = scheduleAt(clock, time, resolve);
  const stop = (): void => resolve();
  signal.addEventListener('abort', stop, { once: true });
  await promise;
  callOff();
  signal.removeEventListener('abort', stop);
}

export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  const callOff = clock.schedule(ms, resolve);
  await Promise.race([work, isOver]);
  callOff();
}
