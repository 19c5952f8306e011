import type { Clock } from '../../port/index.ts';
import { watched } from './watched.ts';

/** Counts unfinished answers. */
export interface InFlight {
  /** Counts an answer until it has ended, and where it is a stream, until the stream has. */
  track(answer: Promise<Response>): Promise<Response>;
  /** Resolves when all have ended, or after this long. */
  drained(graceMs: number): Promise<void>;
}

export function countInFlight(clock: Clock): InFlight {
  let count = 0;
  let tellDrained: (() => void) | undefined;

  function ended(): void {
    count -= 1;
    if (count === 0) tellDrained?.();
  }

  return {
    async track(answer) {
      count += 1;
      try {
        const response = await answer;
        const streams = response.headers.get('content-type') === 'text/event-stream';
        if (streams) return watched(response, ended);
        ended();
        return response;
      } catch (error) {
        ended();
        throw error;
      }
    },
    async drained(graceMs) {
      if (count === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      tellDrained = resolve;
      const callOff = clock.schedule(graceMs, resolve);
      await promise;
      callOff();
    },
  };
}
