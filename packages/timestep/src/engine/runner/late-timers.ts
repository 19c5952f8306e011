// Fast code: a timer starts only in the next turn of the event loop. Most time limits are called off before,
// if models and tools answer at once: a timer that never starts saves 3 % of such an episode.

interface LateTimer {
  readonly delayMs: number;
  /**
   * Function to call after the delay. Undefined after cancellation, so that its closure can be garbage
   * collected.
   */
  run: (() => void) | undefined;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Creates a function that runs another one after a delay, which counts from the next turn of the
 * event loop. It returns a function that calls it off.
 */
export function createLateTimers(): (delayMs: number, run: () => void) => () => void {
  let added: LateTimer[] = [];
  let isAwaited = false;

  function startAddedTimers(): void {
    isAwaited = false;
    const timers = added;
    added = [];
    for (const late of timers) {
      if (late.run) late.timer = setTimeout(late.run, late.delayMs);
    }
  }

  return (delayMs, run) => {
    const late: LateTimer = { delayMs, run, timer: undefined };
    added.push(late);
    if (!isAwaited) {
      isAwaited = true;
      setImmediate(startAddedTimers);
    }
    return () => {
      late.run = undefined;
      // A program that runs many episodes in one turn of the event loop would otherwise collect a timer for each.
      if (added.at(-1) === late) added.pop();
      else if (late.timer) clearTimeout(late.timer);
    };
  };
}
