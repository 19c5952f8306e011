import type { Clock } from '../port/index.ts';

/** Waits for work, but at most that many milliseconds. */
export async function within(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  let callOff = (): void => undefined;
  const over = new Promise<void>((resolve) => {
    callOff = clock.schedule(ms, resolve);
  });
  await Promise.race([work, over]);
  callOff();
}
