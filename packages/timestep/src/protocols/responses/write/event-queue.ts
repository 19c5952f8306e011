import type { ResponseEvent } from '../wire/response-event.ts';

export interface EventQueue {
  push(event: ResponseEvent): void;
  /** After all events that were pushed. */
  close(): void;
  read(): AsyncGenerator<ResponseEvent>;
}

/** Merges unread deltas of one item, so that the queue never outgrows the output. */
export function createEventQueue(): EventQueue {
  let waiting: ResponseEvent[] = [];
  // Unread delta of each item.
  let deltas = new Map<string, number>();
  let isClosed = false;
  let wake = (): void => undefined;

  function enqueue(event: ResponseEvent): void {
    if (!('delta' in event)) {
      waiting.push(event);
      return;
    }
    const position = deltas.get(event.item_id) ?? waiting.length;
    const before = waiting[position];
    deltas.set(event.item_id, position);
    waiting[position] =
      before && 'delta' in before ? { ...event, delta: before.delta + event.delta } : event;
  }

  async function waitForChange(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    push(event) {
      enqueue(event);
      wake();
    },
    close() {
      isClosed = true;
      wake();
    },
    async *read() {
      for (;;) {
        const batch = waiting;
        waiting = [];
        deltas = new Map();
        yield* batch;
        if (waiting.length > 0) continue;
        if (isClosed) return;
        await waitForChange();
      }
    },
  };
}
