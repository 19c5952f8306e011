import type { Clock } from '#engine/port';

export interface BatchScan {
  /** Starts to check all items in batches. If a check is running, another one follows it. */
  readonly start: () => void;
  readonly stop: () => void;
}

export interface BatchScanOptions<T> {
  readonly clock: Clock;
  /** Returns all items to check. Items that are added during a scan may be left to the next scan. */
  readonly all: () => Iterable<T>;
  readonly check: (one: T) => void;
}

/** Number of items per batch, which blocks the event loop for about a millisecond. */
const BATCH_SIZE = 100;
const PAUSE_MS = 10;

export function scanInBatches<T>({ clock, all, check: checkItem }: BatchScanOptions<T>): BatchScan {
  let round: Iterator<T> | undefined;
  let isAskedAgain = false;
  let callOff = (): void => undefined;

  function checkNextItemBatch(): void {
    round ??= all()[Symbol.iterator]();
    for (let count = 0; count < BATCH_SIZE; count += 1) {
      const { done, value } = round.next();
      if (done) {
        round = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        break;
      }
      checkItem(value);
    }
    callOff = clock.schedule(PAUSE_MS, checkNextItemBatch);
  }

  return {
    start() {
      if (round || isAskedAgain) isAskedAgain = true;
      else checkNextItemBatch();
    },
    stop() {
      callOff();
    },
  };
}
