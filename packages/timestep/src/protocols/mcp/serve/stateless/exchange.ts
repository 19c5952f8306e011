import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import type { Clock } from '../../../../engine/port/index.ts';
import { openMessageStream, type MessageStream } from './message-stream.ts';

/** One request and its response, which may still be incomplete. */
export interface Exchange {
  /** Aborts if the client disconnects before the end, or if the server closes. */
  readonly signal: AbortSignal;
  /** Resolves at the end, or earlier with a stream once the first message is sent. */
  readonly response: Promise<Response>;
  /** Sends a JSON-RPC message, as text, before the end. Throws if the exchange has ended. */
  send(message: string): void;
  /** Ends with a JSON-RPC message, as text. `status` applies if no message was sent before. */
  end(message: string, status?: number): void;
  close(): void;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The client has disconnected. */
const CLIENT_CLOSED_REQUEST = 499;

export function openExchange(
  request: Pick<Request, 'signal'>,
  clock: Clock,
  onEnd: (exchange: Exchange) => void,
): Exchange {
  const { signal: caller } = request;
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Response>();
  let stream: MessageStream | undefined;
  let isOver = false;

  function finish(): void {
    isOver = true;
    caller.removeEventListener('abort', close);
    onEnd(exchange);
  }

  function close(): void {
    if (isOver) return;
    finish();
    if (stream) stream.close();
    else resolve(new Response(null, { status: CLIENT_CLOSED_REQUEST }));
    abort.abort(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'));
  }

  const exchange: Exchange = {
    signal: abort.signal,
    response: promise,
    send(message) {
      if (isOver) throw new SdkError(SdkErrorCode.NotConnected, 'Not connected');
      if (!stream) {
        stream = openMessageStream(clock, close);
        resolve(stream.response);
      }
      stream.send(message);
    },
    end(message, status = 200) {
      if (isOver) return;
      finish();
      if (!stream) return resolve(new Response(message, { status, headers: JSON_HEADERS }));
      stream.send(message);
      stream.close();
    },
    close,
  };
  caller.addEventListener('abort', close, { once: true });
  return exchange;
}
