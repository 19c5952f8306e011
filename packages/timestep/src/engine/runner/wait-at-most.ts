import type { Clock } from '#engine/port';

/** Waits for work for at most `ms` milliseconds. */
export async function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  let callOff = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    callOff = clock.schedule(ms, resolve);
  });
  await Promise.race([work, over]);
  callOff();
}
