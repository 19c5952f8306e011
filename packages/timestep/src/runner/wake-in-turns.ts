/** Wakes those who wait for the same thing, without holding the event loop up however many they are. */
export interface Waking {
  /** Adds some to be woken, after those who are to be woken already. */
  wake(sleepers: readonly (() => void)[]): void;
}

/**
 * How many are woken in one turn of the event loop. What each does then, reading, encoding and
 * sending, takes some tens of microseconds.
 */
const MOST_IN_A_TURN = 100;

/** The first are woken at once; there is a turn for everybody else before each further lot. */
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
