import type { Clock } from '#engine/port';

/** Milliseconds between two checks for changes made by other processes. */
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
  let isPolling = false;
  let isRequested = false;
  let callOff = (): void => undefined;

  async function pollWhileRequested(): Promise<void> {
    isPolling = true;
    try {
      while (isRequested) {
        if (isStopped) return;
        isRequested = false;
        await poll();
      }
    } catch (thrown) {
      if (!isStopped) onError(thrown);
    } finally {
      isPolling = false;
    }
  }

  function pollNow(): void {
    isRequested = true;
    if (!isPolling) void pollWhileRequested();
  }

  function pollAtIntervals(): void {
    pollNow();
    callOff = clock.schedule(POLL_INTERVAL_MS, pollAtIntervals);
  }

  pollAtIntervals();
  return {
    pollNow,
    stop() {
      isStopped = true;
      callOff();
    },
  };
}
