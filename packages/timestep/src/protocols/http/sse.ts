import type { TakeTurn } from './event-loop-turns.ts';

/** A server-sent event. `id` and `event` must have no line breaks. */
export interface SseEvent {
  readonly data: string;
  readonly id?: string;
  readonly event?: string;
}

/** Options of a stream of server-sent events. */
export interface SseOptions {
  /** Milliseconds of silence after which a comment is sent, so that proxies keep the stream open. */
  readonly heartbeatMs?: number;
  /** Called if the reader disconnects before the end of the stream. */
  readonly onCancel?: () => void;
  /** Limits the work per turn of the event loop. Several streams may share it. */
  readonly takeTurn?: TakeTurn | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

const HEARTBEAT = Buffer.from(': keep-alive\n\n');
const END_OF_EVENT = Buffer.from('\n\n');
const DEFAULT_HEARTBEAT_MS = 15_000;

/**
 * Encodes an event as a single text, as some readers require. Throws `TypeError` if `id` or `event` has a line
 * break.
 */
export function encodeSse({ id, event, data }: SseEvent): string {
  const lines = LINE_BREAK.test(data) ? data.replaceAll(LINE_BREAKS, '\ndata: ') : data;
  return `${encodeSseField('id', id)}${encodeSseField('event', event)}data: ${lines}\n\n`;
}

/** Encodes an event whose data has no line breaks and was encoded once for many readers. */
export function encodeSseBytes(id: string, data: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${encodeSseField('id', id)}data: `), ...data, END_OF_EVENT]);
}

const LINE_BREAK = /[\r\n]/;
const LINE_BREAKS = /\r\n|\r|\n/g;

function encodeSseField(name: 'id' | 'event', value: string | undefined): string {
  if (value === undefined) return '';
  if (!LINE_BREAK.test(value)) return `${name}: ${value}\n`;
  throw new TypeError(`the ${name} of a server-sent event must be one line: remove line breaks`);
}

/** Creates a response that streams events as they are read. If the reader stops reading, the source pauses. */
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
          // One unread heartbeat comment is enough: a reader that has stopped reading gets no more.
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
