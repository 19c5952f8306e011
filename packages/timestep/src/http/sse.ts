/** One server-sent event. `data` must not hold raw line breaks other than those of JSON text. */
export interface SseEvent {
  readonly data: string;
  readonly id?: string;
  readonly event?: string;
}

export interface SseOptions {
  /** A comment is sent after this long without an event, so that proxies keep the stream. */
  readonly heartbeatMs?: number;
  /** Called when the reader goes away before the end. */
  readonly onCancel?: () => void;
  readonly headers?: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();
const HEARTBEAT = encoder.encode(': keep-alive\n\n');
const DEFAULT_HEARTBEAT_MS = 15_000;

/** An event as one chunk of text, as readers that split on chunks need it. */
export function encodeSse({ id, event, data }: SseEvent): string {
  const head =
    (id === undefined ? '' : `id: ${id}\n`) + (event === undefined ? '' : `event: ${event}\n`);
  return `${head}data: ${data}\n\n`;
}

/**
 * Streams events as they are pulled: a reader that stops reading stops the source too, and what it
 * has not read is not kept here.
 */
export function sseResponse(events: AsyncIterable<SseEvent>, options: SseOptions = {}): Response {
  const { heartbeatMs = DEFAULT_HEARTBEAT_MS, onCancel, headers } = options;
  const source = events[Symbol.asyncIterator]();
  let upcoming: Promise<IteratorResult<SseEvent>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        upcoming ??= source.next();
        const next = await withinBeat(upcoming, heartbeatMs);
        if (next === 'beat') return controller.enqueue(HEARTBEAT);
        upcoming = undefined;
        if (next.done) return controller.close();
        controller.enqueue(encoder.encode(encodeSse(next.value)));
      },
      async cancel() {
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

function withinBeat<T>(work: Promise<T>, beatMs: number): Promise<T | 'beat'> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve('beat'), beatMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
