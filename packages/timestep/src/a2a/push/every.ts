import type { Clock } from '../../port/index.ts';

/** Acts again and again, each time after so many milliseconds. Returns a function that stops it. */
export function every(clock: Clock, ms: number, act: () => void): () => void {
  let stop = (): void => undefined;
  const again = (): void => {
    stop = clock.schedule(ms, () => {
      act();
      again();
    });
  };
  again();
  return () => stop();
}
