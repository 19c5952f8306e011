import { createInterrupter, interruptions, type Interrupter } from '@timestep-ai/timestep/runner';
import { startHeartbeats } from './heartbeat.ts';

export interface EffectBounds {
  readonly interrupter: Interrupter;
  /** Interrupts the effect after `remainingMs`, the remaining working time of its task. */
  readonly limit: (remainingMs: number, limitSeconds: number) => void;
  readonly isLate: () => boolean;
  readonly end: () => void;
}

/** Creates the limits of the effect of an activity, which is interrupted if one of the signals aborts. */
export function createEffectBounds(
  canceled: AbortSignal,
  workerStopping: AbortSignal,
  workerId?: string,
): EffectBounds {
  const interrupter = createInterrupter();
  const interruptAsCanceled = (): void => interrupter.interrupt(interruptions.canceled());
  const interruptAsReleased = (): void => interrupter.interrupt(interruptions.released());
  canceled.addEventListener('abort', interruptAsCanceled);
  workerStopping.addEventListener('abort', interruptAsReleased);
  const stopBeating = startHeartbeats(workerId);
  let isLate = false;
  let timer: NodeJS.Timeout | undefined;
  return {
    interrupter,
    limit(remainingMs, limitSeconds) {
      timer = setTimeout(() => {
        isLate = true;
        interrupter.interrupt(interruptions.timeLimit(limitSeconds));
      }, remainingMs);
    },
    isLate: () => isLate,
    end() {
      stopBeating();
      clearTimeout(timer);
      canceled.removeEventListener('abort', interruptAsCanceled);
      workerStopping.removeEventListener('abort', interruptAsReleased);
    },
  };
}
