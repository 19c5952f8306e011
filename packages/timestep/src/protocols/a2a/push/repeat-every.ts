import type { Clock } from '../../../engine/port/index.ts';

/** Returns a function that stops the repetition. */
export function repeatEvery(clock: Clock, intervalMs: number, action: () => void): () => void {
  let stop = (): void => undefined;
  const again = (): void => {
    stop = clock.schedule(intervalMs, () => {
      action();
      again();
    });
  };
  again();
  return () => stop();
}
