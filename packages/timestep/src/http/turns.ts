/**
 * Takes a place in this turn of the event loop, or returns a promise of a place in a later turn.
 */
export type TakeTurn = () => Promise<void> | undefined;

/** Sending an event takes some tens of microseconds, so a full turn takes some milliseconds. */
const MOST_IN_A_TURN = 100;

/**
 * Limits how many things are done in one turn of the event loop; the others wait in line, so that
 * many readers with much to read do not delay other work.
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
