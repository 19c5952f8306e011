import type { ConversationUpdate } from '../conversation/conversation.ts';

export interface UpdateQueue {
  push(update: ConversationUpdate): void;
  /** Makes the reader throw after it has read the queued updates. */
  readonly fail: (thrown: unknown) => void;
  /** Yields the pushed updates in order, until the signal aborts. */
  read(signal: AbortSignal): AsyncGenerator<ConversationUpdate>;
}

/** Maximum queued updates; further deltas are dropped, so that slow readers need limited memory. */
const MAX_QUEUED = 1000;

export function createUpdateQueue(): UpdateQueue {
  let waiting: ConversationUpdate[] = [];
  let failure: { readonly thrown: unknown } | undefined;
  let wake = (): void => undefined;
  return {
    push(update) {
      if (update.kind === 'delta' && waiting.length >= MAX_QUEUED) return;
      waiting.push(update);
      wake();
    },
    fail(thrown) {
      failure ??= { thrown };
      wake();
    },
    async *read(signal) {
      while (!signal.aborted) {
        const updates = waiting;
        waiting = [];
        yield* updates;
        if (waiting.length > 0) continue;
        if (failure) throw failure.thrown;
        if (updates.length > 0) continue;
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        signal.addEventListener('abort', wake, { once: true });
        await promise;
        signal.removeEventListener('abort', wake);
      }
    },
  };
}
