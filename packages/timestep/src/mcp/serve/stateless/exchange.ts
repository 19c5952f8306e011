import { SdkError, SdkErrorCode } from '@modelcontextprotocol/server';
import type { Clock } from '../../../port/index.ts';
import { openMessageStream, type MessageStream } from './message-stream.ts';

/** A request that is being answered. */
export interface Exchange {
  /** Aborts when the client goes away before the end, or the server closes. */
  readonly signal: AbortSignal;
  /** Resolves with the response: at the end, or as soon as a message is sent before it. */
  readonly response: Promise<Response>;
  /** Sends a message of JSON-RPC before the end, as text. Throws where the exchange is over. */
  tell(message: string): void;
  /** Ends with a message of JSON-RPC, as text; the status counts where no message was sent before. */
  end(message: string, status?: number): void;
  /** Breaks off. */
  close(): void;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

/** The status for a client that has gone. */
const CLIENT_CLOSED_REQUEST = 499;

/** Begins to answer a request; `over` is called at its end. */
export function openExchange(
  request: Pick<Request, 'signal'>,
  clock: Clock,
  over: (exchange: Exchange) => void,
): Exchange {
  const { signal: caller } = request;
  const abort = new AbortController();
  const { promise, resolve } = Promise.withResolvers<Response>();
  let stream: MessageStream | undefined;
  let isOver = false;

  function finish(): void {
    isOver = true;
    caller.removeEventListener('abort', close);
    over(exchange);
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
    tell(message) {
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
