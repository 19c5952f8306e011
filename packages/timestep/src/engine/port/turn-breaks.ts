/** Maximum milliseconds for which one request may block the event loop before others are served. */
const LONGEST_HOLD_MS = 10;

/** Returns a promise of a later turn of the event loop if the work has blocked it for too long. */
export type TakeBreak = () => Promise<void> | undefined;

/** Creates a function to call between the steps of a long computation, so that it does not block the event loop. */
export function createEventLoopBreaks(longestMs: number = LONGEST_HOLD_MS): TakeBreak {
  let begun = performance.now();

  async function waitForEventLoopTurn(): Promise<void> {
    await new Promise(setImmediate);
    begun = performance.now();
  }

  return () => (performance.now() - begun > longestMs ? waitForEventLoopTurn() : undefined);
}
