import type { ConversationUpdate } from './conversation.ts';

/** Updates on their way to one reader. */
export interface UpdateQueue {
  push(update: ConversationUpdate): void;
  /** Lets the reader fail, once it has read what came before. */
  readonly fail: (thrown: unknown) => void;
  /** What was pushed, in order, until the signal aborts. */
  read(signal: AbortSignal): AsyncGenerator<ConversationUpdate>;
}

/** A reader that is this far behind misses deltas, so that it cannot fill the memory with them. */
const MOST_WAITING = 1000;

export function createUpdateQueue(): UpdateQueue {
  let waiting: ConversationUpdate[] = [];
  let failure: { readonly thrown: unknown } | undefined;
  let wake = (): void => undefined;
  return {
    push(update) {
      if (update.kind === 'delta' && waiting.length >= MOST_WAITING) return;
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
