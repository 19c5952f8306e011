import type { Clock, Retention, StoredTasks } from '#engine/port';

/**
 * Dependencies of the deletion of expired tasks: the task store, the retention period and a clock.
 */
export interface RetentionDeps {
  readonly tasks: Pick<StoredTasks, 'prune'>;
  readonly retention: Retention;
  readonly clock: Clock;
  /** Callback for failures of the deletion, which is retried at the next interval. */
  readonly onError?: (thrown: unknown) => void;
}

const HOUR_MS = 3600 * 1000;

/**
 * Deletes expired tasks now and at intervals. Returns a function that stops this and waits until it
 * has stopped.
 */
export function startRetention(deps: RetentionDeps): () => Promise<void> {
  const { tasks, retention, clock, onError = doNothing } = deps;
  const { endedForMs, everyMs = HOUR_MS } = retention;
  const stopping = new AbortController();
  const { signal } = stopping;
  let callOff = (): void => undefined;

  async function deleteExpiredAndScheduleNext(): Promise<void> {
    try {
      await tasks.prune({ before: clock.now() - endedForMs, isDryRun: false, signal });
    } catch (thrown) {
      if (!signal.aborted) onError(thrown);
    }
    if (!signal.aborted) callOff = clock.schedule(everyMs, deleteExpiredInBackground);
  }

  function deleteExpiredInBackground(): void {
    sweeping = deleteExpiredAndScheduleNext();
  }

  let sweeping = deleteExpiredAndScheduleNext();
  return async () => {
    stopping.abort();
    callOff();
    await sweeping;
  };
}

function doNothing(): void {}
