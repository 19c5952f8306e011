import type { Clock, Retention, StoredTasks } from '../port/index.ts';

/** Where old tasks are erased, how old they must be, and the clock. */
export interface RetentionSite {
  readonly tasks: Pick<StoredTasks, 'prune'>;
  readonly retention: Retention;
  readonly clock: Clock;
  /** Receives failures; the next interval tries again. */
  readonly onError?: (thrown: unknown) => void;
}

const HOUR_MS = 3600 * 1000;

/**
 * Erases tasks that ended long ago, at once and then at intervals, with the functions that every
 * backend has. Returns a function that stops this; it resolves when the last erasure has ended.
 */
export function keepRetention(site: RetentionSite): () => Promise<void> {
  const { tasks, retention, clock, onError = ignored } = site;
  const { endedForMs, everyMs = HOUR_MS } = retention;
  const stopping = new AbortController();
  const { signal } = stopping;
  let callOff = (): void => undefined;

  async function sweep(): Promise<void> {
    try {
      await tasks.prune({ before: clock.now() - endedForMs, isDryRun: false, signal });
    } catch (thrown) {
      if (!signal.aborted) onError(thrown);
    }
    if (!signal.aborted) callOff = clock.schedule(everyMs, sweepAgain);
  }

  function sweepAgain(): void {
    sweeping = sweep();
  }

  let sweeping = sweep();
  return async () => {
    stopping.abort();
    callOff();
    await sweeping;
  };
}

function ignored(): void {}
