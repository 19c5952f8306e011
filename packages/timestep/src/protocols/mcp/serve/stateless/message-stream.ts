import type { Clock } from '../../../../engine/port/index.ts';

/** A response that streams JSON-RPC messages before its result, as server-sent events. */
export interface MessageStream {
  readonly response: Response;
  send(message: string): void;
  close(): void;
}

/** Milliseconds between comments in the stream, which keep proxies from closing it. */
const KEEP_ALIVE_MS = 15_000;

const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

export function openMessageStream(clock: Clock, onCancel: () => void): MessageStream {
  const encoder = new TextEncoder();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let callOff: (() => void) | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(made) {
      controller = made;
    },
    cancel: onCancel,
  });

  function write(frame: string): void {
    controller?.enqueue(encoder.encode(frame));
  }

  function scheduleKeepAlive(): void {
    callOff = clock.schedule(KEEP_ALIVE_MS, () => {
      write(': keepalive\n\n');
      scheduleKeepAlive();
    });
  }

  scheduleKeepAlive();
  return {
    response: new Response(body, { status: 200, headers: HEADERS }),
    send: (message) => write(`event: message\ndata: ${message}\n\n`),
    close() {
      callOff?.();
      try {
        controller?.close();
      } catch {
        // The reader has canceled the stream.
      }
      controller = undefined;
    },
  };
}
