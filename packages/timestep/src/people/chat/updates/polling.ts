import type { Clock } from '#engine/port';

/** Milliseconds between two checks for changes by other processes. */
export const POLL_INTERVAL_MS = 900;

export interface Polling {
  /** Polls immediately, or once more after the running poll. */
  readonly pollNow: () => void;
  readonly stop: () => void;
}

/** Polls immediately and then at every interval. Errors are passed to `onError`. */
export function startPolling(
  clock: Clock,
  poll: () => Promise<void>,
  onError: (thrown: unknown) => void,
): Polling {
  let isStopped = false;
  let isLooking = false;
  let isAsked = false;
  let callOff = (): void => undefined;

  async function looks(): Promise<void> {
    isLooking = true;
    try {
      while (isAsked) {
        if (isStopped) return;
        isAsked = false;
        await poll();
      }
    } catch (thrown) {
      if (!isStopped) onError(thrown);
    } finally {
      isLooking = false;
    }
  }

  function now(): void {
    isAsked = true;
    if (!isLooking) void looks();
  }

  function again(): void {
    now();
    callOff = clock.schedule(POLL_INTERVAL_MS, again);
  }

  again();
  return {
    pollNow: now,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}
