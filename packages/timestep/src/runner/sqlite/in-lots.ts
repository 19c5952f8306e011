import type { Clock } from '../../port/index.ts';

/** Looks at many things in lots, with pauses for other work. */
export interface Looking {
  /** Begins a round, with the first lot at once. If a round is running, another one follows it. */
  readonly begin: () => void;
  readonly stop: () => void;
}

export interface LookingSite<T> {
  readonly clock: Clock;
  /** Everything to look at; an addition during a round may be left to the next round. */
  readonly all: () => Iterable<T>;
  readonly look: (one: T) => void;
}

/** One look takes some microseconds, so a lot blocks the event loop for about a millisecond. */
const LOT = 100;
const PAUSE_MS = 10;

export function lookInLots<T>({ clock, all, look }: LookingSite<T>): Looking {
  let round: Iterator<T> | undefined;
  let isAskedAgain = false;
  let callOff = (): void => undefined;

  function lookAtLot(): void {
    round ??= all()[Symbol.iterator]();
    for (let count = 0; count < LOT; count += 1) {
      const { done, value } = round.next();
      if (done) {
        round = undefined;
        if (!isAskedAgain) return;
        isAskedAgain = false;
        break;
      }
      look(value);
    }
    callOff = clock.schedule(PAUSE_MS, lookAtLot);
  }

  return {
    begin() {
      if (round || isAskedAgain) isAskedAgain = true;
      else lookAtLot();
    },
    stop() {
      callOff();
    },
  };
}
