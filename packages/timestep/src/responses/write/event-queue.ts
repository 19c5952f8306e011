import type { ResponseEvent } from '../wire/response-event.ts';

/** Events for one reader, which may be slow. */
export interface EventQueue {
  push(event: ResponseEvent): void;
  /** Ends the reader's sequence after the events that were pushed. */
  close(): void;
  read(): AsyncGenerator<ResponseEvent>;
}

/**
 * Holds events until they are read. Unread deltas of one item are joined, so that a slow reader
 * gets all of them and the queue never outgrows the output itself.
 */
export function eventQueue(): EventQueue {
  let waiting: ResponseEvent[] = [];
  /** The places in the queue of the unread deltas, by item. */
  let deltas = new Map<string, number>();
  let isClosed = false;
  let wake = (): void => undefined;

  function add(event: ResponseEvent): void {
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

  async function changed(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve;
    });
  }

  return {
    push(event) {
      add(event);
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
        await changed();
      }
    },
  };
}
