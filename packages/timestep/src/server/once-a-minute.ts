import { TimestepError } from '../core/index.ts';
import type { Clock } from '../port/index.ts';

export interface RepeatedFailures {
  readonly tell: (thrown: unknown) => void;
  /** Reports what was counted and not reported yet. */
  readonly end: () => void;
}

interface Counted {
  readonly first: TimestepError;
  more: number;
  callOff: () => void;
}

const MINUTE_MS = 60_000;
/** Different failures that are counted at a time; any further one is passed on. */
const MOST = 100;

/**
 * Passes failures on, but repetitions of one only once a minute and with their number, because a
 * full disk fails thousands of writes. Defects, which have a stack, are passed on every time.
 */
export function onceAMinute(clock: Clock, tell: (thrown: unknown) => void): RepeatedFailures {
  const counted = new Map<string, Counted>();

  function tellCount({ first, more }: Counted): void {
    const message = `${first.message} (${more} more within a minute)`;
    if (more > 0) tell(new TimestepError(first.code, message, { cause: first }));
  }

  function afterAMinute(key: string, entry: Counted): () => void {
    return clock.schedule(MINUTE_MS, () => {
      tellCount(entry);
      if (entry.more === 0) counted.delete(key);
      else entry.callOff = afterAMinute(key, entry);
      entry.more = 0;
    });
  }

  return {
    tell(thrown) {
      if (!TimestepError.isInstance(thrown)) return tell(thrown);
      const key = JSON.stringify([thrown.name, thrown.code, thrown.message]);
      const known = counted.get(key);
      if (known) {
        known.more += 1;
        return;
      }
      tell(thrown);
      if (counted.size >= MOST) return;
      const entry: Counted = { first: thrown, more: 0, callOff: () => undefined };
      entry.callOff = afterAMinute(key, entry);
      counted.set(key, entry);
    },
    end() {
      for (const entry of counted.values()) {
        entry.callOff();
        tellCount(entry);
      }
      counted.clear();
    },
  };
}
