import { TimestepError } from '../core/index.ts';
import type { Clock } from '../port/index.ts';

export interface RepeatedFailures {
  readonly tell: (thrown: unknown) => void;
  /** Reports the repetitions that were counted but not reported yet. */
  readonly end: () => void;
}

interface Counted {
  readonly first: TimestepError;
  more: number;
  callOff: () => void;
}

const MINUTE_MS = 60_000;
/** Maximum different failures that are counted. Further ones are reported every time. */
const MOST = 100;

/**
 * Reports failures, but repetitions of one failure only once a minute with their number, because a
 * full disk fails thousands of writes. Unexpected errors, which are not a `TimestepError`, are
 * reported every time.
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
