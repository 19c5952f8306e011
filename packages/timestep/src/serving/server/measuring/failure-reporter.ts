import { formatForeignBlock, TimestepError } from '#core';
import { isClosedError, type Clock } from '#engine/port';

export interface FailureReporter {
  readonly report: (thrown: unknown) => void;
  /**
   * Ignores errors caused by stopping this process, because the next process continues the work.
   */
  readonly expectStop: () => void;
  /** Reports how often failures were repeated since they were last reported. */
  readonly end: () => void;
}

interface CountedFailure {
  readonly first: TimestepError;
  more: number;
  cancel: () => void;
}

const MINUTE_MS = 60_000;
const MOST_COUNTED = 100;

/**
 * Creates a reporter that reports equal failures at most once a minute: a full disk fails thousands
 * of writes.
 */
export function createFailureReporter(
  clock: Clock,
  tell: (thrown: unknown) => void,
): FailureReporter {
  let isStopping = false;
  const counted = new Map<string, CountedFailure>();

  function reportRepetitions({ first, more }: CountedFailure): void {
    const message = `${first.message} (${more} more within a minute)`;
    if (more > 0) tell(new TimestepError(first.code, message, { cause: first }));
  }

  function scheduleRepetitionReport(key: string, entry: CountedFailure): () => void {
    return clock.schedule(MINUTE_MS, () => {
      reportRepetitions(entry);
      if (entry.more === 0) counted.delete(key);
      else entry.cancel = scheduleRepetitionReport(key, entry);
      entry.more = 0;
    });
  }

  return {
    report(thrown) {
      if (isStopping && isClosedError(thrown)) return;
      if (!TimestepError.isInstance(thrown)) return tell(thrown);
      const key = JSON.stringify([thrown.name, thrown.code, thrown.message]);
      const known = counted.get(key);
      if (known) known.more += 1;
      else tell(thrown);
      if (known || counted.size >= MOST_COUNTED) return;
      const entry: CountedFailure = { first: thrown, more: 0, cancel: () => undefined };
      entry.cancel = scheduleRepetitionReport(key, entry);
      counted.set(key, entry);
    },
    expectStop() {
      isStopping = true;
    },
    end() {
      for (const entry of counted.values()) {
        entry.cancel();
        reportRepetitions(entry);
      }
      counted.clear();
    },
  };
}

export function printToStandardError(thrown: unknown): void {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  process.stderr.write(`timestep: ${formatForeignBlock(message)}\n`);
}
