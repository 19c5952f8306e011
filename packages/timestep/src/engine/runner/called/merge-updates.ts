import type { TaskUpdate } from '#engine/port';

/** The updates of a subscription, into which other updates are inserted whenever it has none to read. */
export interface MergedUpdates {
  /** Inserts an update into the subscription. An unread inserted update with the same key is replaced. */
  insert(key: string, update: TaskUpdate): void;
  /**
   * Yields the updates of the subscription and the inserted ones. While `expectsMore` returns false, inserted
   * updates do not interrupt the wait for the subscription.
   */
  read(expectsMore: () => boolean): AsyncGenerator<TaskUpdate>;
}

/** Merges further updates into a subscription, which is opened when the first update is read. */
export function mergeUpdates(
  subscribe: (signal: AbortSignal) => AsyncIterable<TaskUpdate>,
  signal: AbortSignal,
): MergedUpdates {
  const inserted = new Map<string, TaskUpdate>();
  let wake = (): void => undefined;

  function* takeInsertedUpdates(): Generator<TaskUpdate> {
    for (const [key, update] of inserted) {
      inserted.delete(key);
      yield update;
    }
  }

  async function* readInsertedUpdatesUntil(arrives: Promise<unknown>): AsyncGenerator<TaskUpdate> {
    let hasArrived = false;
    const stop = (): void => {
      hasArrived = true;
      wake();
    };
    arrives.then(stop, stop);
    for (;;) {
      yield* takeInsertedUpdates();
      if (hasArrived) return;
      const woken = Promise.withResolvers<void>();
      wake = woken.resolve;
      if (inserted.size === 0) await woken.promise;
    }
  }

  return {
    insert(key, update) {
      inserted.set(key, update);
      wake();
    },
    async *read(expectsMore) {
      // The subscription is aborted when its reader stops, even while the reader waits for an update.
      const leaving = new AbortController();
      const leave = (): void => leaving.abort(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      const updates = subscribe(leaving.signal)[Symbol.asyncIterator]();
      try {
        for (;;) {
          const next = updates.next();
          if (expectsMore()) yield* readInsertedUpdatesUntil(next);
          const { done, value } = await next;
          if (done) return;
          yield value;
        }
      } finally {
        signal.removeEventListener('abort', leave);
        leaving.abort();
        await updates.return?.();
      }
    },
  };
}
