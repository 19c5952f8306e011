/** Takes a place in a turn of the event loop; a promise of a later one where this one is full. */
export type TakeTurn = () => Promise<void> | undefined;

/** Sending an event takes some tens of microseconds: the event loop is held for some milliseconds. */
const MOST_IN_A_TURN = 100;

/**
 * Lets only so many things be done in one turn of the event loop, and the others wait in line, so
 * that many readers who have much to read hold nobody else up.
 */
export function createTurns(most: number = MOST_IN_A_TURN): TakeTurn {
  let line: (() => void)[] = [];
  let taken = 0;
  let isTicking = false;

  function tick(): void {
    const next = line.slice(0, most);
    line = line.slice(most);
    taken = next.length;
    isTicking = taken > 0;
    if (isTicking) setImmediate(tick);
    for (const goOn of next) goOn();
  }

  return () => {
    if (!isTicking) {
      isTicking = true;
      setImmediate(tick);
    }
    if (taken < most) {
      taken += 1;
      return undefined;
    }
    return new Promise((resolve) => line.push(resolve));
  };
}
