import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import { encodeSse } from '#protocols/http';
import type { Clock } from '#engine/port';

export interface Exchange {
  /** Signal that aborts if the client disconnects early, or if the server closes. */
  readonly signal: AbortSignal;
  /** The response. It is available at the end, or as a stream as soon as the first message is sent. */
  readonly response: Promise<Response>;
  /** Sends a JSON-RPC message, as text, before the end. Throws if the exchange has ended. */
  send(message: string): void;
  /** Ends the response with a JSON-RPC message. `status` applies if no message was sent before. */
  end(message: string, status?: number): void;
  close(): void;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
};

/** Milliseconds between comments in the stream, which keep proxies from closing it. */
const KEEP_ALIVE_MS = 15_000;
const KEEP_ALIVE = Buffer.from(': keepalive\n\n');

const CLIENT_CLOSED_REQUEST = 499;

export function createHttpExchange(
  request: Pick<Request, 'signal'>,
  clock: Clock,
  onEnd: (exchange: Exchange) => void,
): Exchange {
  const { signal: caller } = request;
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Response>();
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  let callOffKeepAlive: (() => void) | undefined;
  let isOver = false;

  function markExchangeEnded(): void {
    isOver = true;
    caller.removeEventListener('abort', abortExchange);
    onEnd(exchange);
  }

  function abortExchange(): void {
    if (isOver) return;
    markExchangeEnded();
    if (stream) closeResponseStream();
    else resolve(new Response(null, { status: CLIENT_CLOSED_REQUEST }));
    abort.abort(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'));
  }

  function respondWithStream(): void {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
      cancel: abortExchange,
    });
    scheduleKeepAlive();
    resolve(new Response(body, { status: 200, headers: STREAM_HEADERS }));
  }

  function scheduleKeepAlive(): void {
    callOffKeepAlive = clock.schedule(KEEP_ALIVE_MS, () => {
      stream?.enqueue(KEEP_ALIVE);
      scheduleKeepAlive();
    });
  }

  function closeResponseStream(): void {
    callOffKeepAlive?.();
    try {
      stream?.close();
    } catch {
      // Closing fails if the reader has already canceled the stream.
    }
  }

  const exchange: Exchange = {
    signal: abort.signal,
    response: promise,
    send(message) {
      if (isOver) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected');
      if (!stream) respondWithStream();
      stream?.enqueue(encodeMessage(message));
    },
    end(message, status = 200) {
      if (isOver) return;
      markExchangeEnded();
      if (!stream) return resolve(new Response(message, { status, headers: JSON_HEADERS }));
      stream.enqueue(encodeMessage(message));
      closeResponseStream();
    },
    close: abortExchange,
  };
  caller.addEventListener('abort', abortExchange, { once: true });
  return exchange;
}

function encodeMessage(message: string): Uint8Array {
  return Buffer.from(encodeSse({ event: 'message', data: message }));
}
