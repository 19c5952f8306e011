/** Wakes many waiting callers after one change, without blocking the event loop. */
export interface Waker {
  /** Wakes these callers, after all callers that are already being woken. */
  wake(sleepers: readonly (() => void)[]): void;
}

/** Number of callers that are woken per turn of the event loop; each takes some tens of microseconds. */
const MAX_PER_TURN = 100;

export function createBatchedWaker(): Waker {
  let sleeping: (() => void)[] = [];
  let next = 0;

  function wakeNextSleepers(): void {
    const some = sleeping.slice(next, next + MAX_PER_TURN);
    next += some.length;
    for (const goOn of some) goOn();
    if (next < sleeping.length) {
      setImmediate(wakeNextSleepers);
    } else {
      sleeping = [];
      next = 0;
    }
  }

  return {
    wake(sleepers) {
      const isWaking = sleeping.length > 0;
      if (!isWaking && sleepers.length <= MAX_PER_TURN) {
        for (const goOn of sleepers) goOn();
        return;
      }
      sleeping = sleeping.concat(sleepers);
      if (!isWaking) wakeNextSleepers();
    },
  };
}
