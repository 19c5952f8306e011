import type { Clock, StorageProblem } from '@timestep-ai/timestep/port';

/** Whether messages can be accepted, which requires that the task store and Temporal answer. */
export interface Reachability {
  readonly getProblem: () => StorageProblem | undefined;
  /** Records whether an attempt to store or deliver a message has reached the store and Temporal. */
  record(isReached: boolean): void;
  stop(): void;
}

const INTERVAL_MS = 5000;

const UNREACHABLE: StorageProblem = {
  code: 'unreachable',
  message: 'tasks cannot be stored: Temporal or the task store cannot be reached',
};

/**
 * Calls `access` every five seconds, and remembers whether the last call succeeded. The result of a
 * call that began before the last `record` is outdated and is ignored. The signal aborts when the
 * watch is stopped.
 */
export function watchReachability(
  access: (signal: AbortSignal) => Promise<unknown>,
  clock: Clock,
  counted: <T>(work: Promise<T>) => Promise<T>,
): Reachability {
  const stopping = new AbortController();
  let isReachable = true;
  let recorded = 0;
  let callOff = scheduleNextReachabilityCheck();

  function scheduleNextReachabilityCheck(): () => void {
    return clock.schedule(INTERVAL_MS, () => void counted(checkReachabilityAndReschedule()));
  }

  async function checkReachabilityAndReschedule(): Promise<void> {
    const recordedBefore = recorded;
    let isReached = true;
    try {
      await access(stopping.signal);
    } catch {
      isReached = false;
    }
    if (recorded === recordedBefore) isReachable = isReached;
    if (!stopping.signal.aborted) callOff = scheduleNextReachabilityCheck();
  }

  return {
    getProblem: () => (isReachable ? undefined : UNREACHABLE),
    record(isReached) {
      recorded += 1;
      isReachable = isReached;
    },
    stop() {
      stopping.abort();
      callOff();
    },
  };
}
