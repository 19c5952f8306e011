/** Milliseconds for which one request may hold the event loop before others are served. */
const LONGEST_HOLD_MS = 10;

/** Returns a promise of a later turn of the event loop if the work so far took too long. */
export type TakeBreak = () => Promise<void> | undefined;

/** Creates the breaks of one piece of work, which is called between its steps. */
export function createTurnBreaks(longestMs: number = LONGEST_HOLD_MS): TakeBreak {
  let begun = performance.now();

  async function waitForTurn(): Promise<void> {
    await new Promise(setImmediate);
    begun = performance.now();
  }

  return () => (performance.now() - begun > longestMs ? waitForTurn() : undefined);
}
