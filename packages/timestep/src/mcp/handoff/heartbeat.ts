import type { Clock } from '../../port/index.ts';

/**
 * Beats until the work is done, whatever becomes of it, so that a caller who waits sees that it
 * goes on.
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
