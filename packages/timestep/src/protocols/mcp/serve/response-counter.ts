import type { Clock } from '../../../engine/port/index.ts';
import { watchResponseEnd } from './watch-response-end.ts';

export interface ResponseCounter {
  /** A stream ends when it is closed. */
  track(answer: Promise<Response>): Promise<Response>;
  /** Resolves when all responses have ended, or after `graceMs` milliseconds. */
  waitUntilEnded(graceMs: number): Promise<void>;
}

export function createResponseCounter(clock: Clock): ResponseCounter {
  let count = 0;
  let tellDrained: (() => void) | undefined;

  function markEnded(): void {
    count -= 1;
    if (count === 0) tellDrained?.();
  }

  return {
    async track(answer) {
      count += 1;
      try {
        const response = await answer;
        const streams = response.headers.get('content-type') === 'text/event-stream';
        if (streams) return watchResponseEnd(response, markEnded);
        markEnded();
        return response;
      } catch (error) {
        markEnded();
        throw error;
      }
    },
    async waitUntilEnded(graceMs) {
      if (count === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      tellDrained = resolve;
      const callOff = clock.schedule(graceMs, resolve);
      await promise;
      callOff();
    },
  };
}
