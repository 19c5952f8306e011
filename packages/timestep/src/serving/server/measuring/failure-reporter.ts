import { TimestepError } from '../../../core/index.ts';
import type { Clock } from '../../../engine/port/index.ts';

export interface FailureReporter {
  readonly report: (thrown: unknown) => void;
  /** Reports the repetitions that were counted but not reported yet. */
  readonly end: () => void;
}

interface CountedFailure {
  readonly first: TimestepError;
  more: number;
  cancel: () => void;
}

const MINUTE_MS = 60_000;
/** Further different failures are reported every time. */
const MOST = 100;

/**
 * Reports repetitions of a failure once a minute with their number, because a full disk fails
 * thousands of writes. Errors other than `TimestepError` are always reported.
 */
export function createFailureReporter(
  clock: Clock,
  tell: (thrown: unknown) => void,
): FailureReporter {
  const counted = new Map<string, CountedFailure>();

  function reportCount({ first, more }: CountedFailure): void {
    const message = `${first.message} (${more} more within a minute)`;
    if (more > 0) tell(new TimestepError(first.code, message, { cause: first }));
  }

  function scheduleReport(key: string, entry: CountedFailure): () => void {
    return clock.schedule(MINUTE_MS, () => {
      reportCount(entry);
      if (entry.more === 0) counted.delete(key);
      else entry.cancel = scheduleReport(key, entry);
      entry.more = 0;
    });
  }

  return {
    report(thrown) {
      if (!TimestepError.isInstance(thrown)) return tell(thrown);
      const key = JSON.stringify([thrown.name, thrown.code, thrown.message]);
      const known = counted.get(key);
      if (known) {
        known.more += 1;
        return;
      }
      tell(thrown);
      if (counted.size >= MOST) return;
      const entry: CountedFailure = { first: thrown, more: 0, cancel: () => undefined };
      entry.cancel = scheduleReport(key, entry);
      counted.set(key, entry);
    },
    end() {
      for (const entry of counted.values()) {
        entry.cancel();
        reportCount(entry);
      }
      counted.clear();
    },
  };
}
