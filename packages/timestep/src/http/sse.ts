import type { TakeTurn } from './turns.ts';

/** One server-sent event. `data` must not hold raw line breaks other than those of JSON text. */
export interface SseEvent {
  readonly data: string;
  readonly id?: string;
  readonly event?: string;
}

/** How a stream of events is kept open and how it ends. */
export interface SseOptions {
  /** A comment is sent after this long without an event, so that proxies keep the stream. */
  readonly heartbeatMs?: number;
  /** Called when the reader goes away before the end. */
  readonly onCancel?: () => void;
  /** Shared by streams, so that all of them together do not block the event loop. */
  readonly takeTurn?: TakeTurn | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEARTBEAT = Buffer.from(': keep-alive\n\n');
const END_OF_EVENT = Buffer.from('\n\n');
const DEFAULT_HEARTBEAT_MS = 15_000;

/** An event as one chunk of text, as readers that split on chunks need it. */
export function encodeSse({ id, event, data }: SseEvent): string {
  const head =
    (id === undefined ? '' : `id: ${id}\n`) + (event === undefined ? '' : `event: ${event}\n`);
  return `${head}data: ${data}\n\n`;
}

/** An event whose data was encoded before, once for many readers. */
export function sseOfBytes(id: string, data: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`id: ${id}\ndata: `), ...data, END_OF_EVENT]);
}

/**
 * Streams events, encoded or not, as they are pulled: a reader that stops reading stops the source
 * too, and events that it has not read are not kept here.
 */
export function sseResponse(
  events: AsyncIterable<SseEvent | Uint8Array>,
  options: SseOptions = {},
): Response {
  const { heartbeatMs = DEFAULT_HEARTBEAT_MS, onCancel, takeTurn, headers } = options;
  const source = events[Symbol.asyncIterator]();
  let isAsked = false;
  let beat: NodeJS.Timeout | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        beat = setInterval(() => {
          // One comment is enough for a reader that does not read it.
          if (isAsked && controller.desiredSize === 0) controller.enqueue(HEARTBEAT);
        }, heartbeatMs);
      },
      async pull(controller) {
        const turn = takeTurn?.();
        if (turn) await turn;
        isAsked = true;
        try {
          const { done, value } = await source.next();
          if (done) {
            clearInterval(beat);
            return controller.close();
          }
          beat?.refresh();
          controller.enqueue(value instanceof Uint8Array ? value : Buffer.from(encodeSse(value)));
        } catch (thrown) {
          clearInterval(beat);
          throw thrown;
        } finally {
          isAsked = false;
        }
      },
      async cancel() {
        clearInterval(beat);
        onCancel?.();
        await source.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}
