import type { Clock } from '../../port/index.ts';

/**
 * Calls `beat` again and again until the work succeeds or fails, so that a waiting caller sees that
 * the work goes on.
 */
export async function withHeartbeat<T>(
  work: Promise<T>,
  beat: () => void,
  everyMs: number,
  clock: Clock,
): Promise<T> {
  let callOff: () => void;
  const next = (): void => {
    callOff = clock.schedule(everyMs, () => {
      beat();
      next();
    });
  };
  next();
  return work.finally(() => callOff());
}
