/** Wakes many waiters of the same change without blocking the event loop. */
export interface Waking {
  /** Adds waiters, after those that are waking already. */
  wake(sleepers: readonly (() => void)[]): void;
}

/**
 * How many are woken in one turn of the event loop. Each then reads, encodes and sends, which takes
 * some tens of microseconds.
 */
const MOST_IN_A_TURN = 100;

/** Wakes the first lot at once; before each further lot, other work gets a turn. */
export function createWaking(): Waking {
  let sleeping: (() => void)[] = [];
  let next = 0;

  function wakeSome(): void {
    const some = sleeping.slice(next, next + MOST_IN_A_TURN);
    next += some.length;
    for (const goOn of some) goOn();
    if (next < sleeping.length) {
      setImmediate(wakeSome);
    } else {
      sleeping = [];
      next = 0;
    }
  }

  return {
    wake(sleepers) {
      const isWaking = sleeping.length > 0;
      if (!isWaking && sleepers.length <= MOST_IN_A_TURN) {
        for (const goOn of sleepers) goOn();
        return;
      }
      sleeping = sleeping.concat(sleepers);
      if (!isWaking) wakeSome();
    },
  };
}
