import type { ResponseEvent } from '../wire/response-event.ts';

/** Events on their way to one reader, who may be slow. */
export interface EventQueue {
  push(event: ResponseEvent): void;
  /** After what was pushed, the reader comes to an end. */
  close(): void;
  read(): AsyncGenerator<ResponseEvent>;
}

/**
 * Holds events until they are read. What a slow reader has not taken yet of one item's deltas is
 * put together, so that it gets all of them and the queue never outgrows the output itself.
 */
export function eventQueue(): EventQueue {
  let waiting: ResponseEvent[] = [];
  /** Where in the queue the deltas of an item wait. */
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
