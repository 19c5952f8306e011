import type { TakeTurn } from './turn-limiter.ts';

/** A server-sent event. `data` must not contain raw line breaks, except those of JSON text. */
export interface SseEvent {
  readonly data: string;
  readonly id?: string;
  readonly event?: string;
}

/** Options of a stream of server-sent events. */
export interface SseOptions {
  /**
   * Milliseconds without an event after which a comment is sent, so that proxies keep the stream
   * open.
   */
  readonly heartbeatMs?: number;
  /** Called if the reader disconnects before the end. */
  readonly onCancel?: () => void;
  /**
   * A turn limiter that several streams share, so that together they do not block the event loop.
   */
  readonly takeTurn?: TakeTurn | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEARTBEAT = Buffer.from(': keep-alive\n\n');
const END_OF_EVENT = Buffer.from('\n\n');
const DEFAULT_HEARTBEAT_MS = 15_000;

/** Encodes an event as one chunk of text, because some readers split on chunks. */
export function encodeSse({ id, event, data }: SseEvent): string {
  const head =
    (id === undefined ? '' : `id: ${id}\n`) + (event === undefined ? '' : `event: ${event}\n`);
  return `${head}data: ${data}\n\n`;
}

/** Encodes an event whose data was already encoded, once for many readers. */
export function encodeSseBytes(id: string, data: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`id: ${id}\ndata: `), ...data, END_OF_EVENT]);
}

/**
 * Creates a response that streams events as the reader pulls them. A reader that stops reading
 * pauses the source, and unread events are not buffered.
 */
export function createSseResponse(
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
          // One unread comment is enough for a reader that does not read.
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
