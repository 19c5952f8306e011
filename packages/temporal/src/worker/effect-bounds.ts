import { createInterrupter, interruption, type Interrupter } from '@timestep-ai/timestep/runner';
import { beat } from './heartbeat.ts';

/** The limits that interrupt an effect, and its signs of life. */
export interface EffectBounds {
  readonly interrupter: Interrupter;
  /** Interrupts the effect after that many milliseconds, because its task has a time limit. */
  readonly limit: (remainingMs: number, limitSeconds: number) => void;
  /** Whether the time was up. */
  readonly isLate: () => boolean;
  readonly end: () => void;
}

/** Bounds the effect of the running activity: it stops where one of the signals aborts. */
export function boundsOfEffect(canceled: AbortSignal, leaving: AbortSignal): EffectBounds {
  const interrupter = createInterrupter();
  const stopped = (): void => interrupter.interrupt(interruption.canceled());
  const released = (): void => interrupter.interrupt(interruption.released());
  canceled.addEventListener('abort', stopped);
  leaving.addEventListener('abort', released);
  const stopBeating = beat();
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    interrupter,
    limit(remainingMs, limitSeconds) {
      timer = setTimeout(() => {
        isLate = true;
        interrupter.interrupt(interruption.timeLimit(limitSeconds));
      }, remainingMs);
    },
    isLate: () => isLate,
    end() {
      stopBeating();
      clearTimeout(timer);
      canceled.removeEventListener('abort', stopped);
      leaving.removeEventListener('abort', released);
    },
  };
}
