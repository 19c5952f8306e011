import {
  StreamableHTTPClientTransport,
  ProtocolError,
  type AuthProvider,
  type FetchLike,
  type OAuthClientProvider,
  type SSEClientTransport,
  type JSONRPCMessage,
} from '@modelcontextprotocol/client';
import { isJsonObject, omitUndefined } from '#core';
import { limitFetch, networkFetch, DEFAULT_ANSWER_LIMIT, type FetchHandler } from '#protocols/http';
import { parseTraceparent } from '#protocols/trace';
import { createCommandTransport, type CommandTransport } from './command/command-transport.ts';
import { guardNamedAddresses } from '../auth/named-address.ts';
import type { LinkListeners } from './link-listeners.ts';
import { createOldSseTransport } from './old-sse.ts';
import type { EnvironmentTarget } from './target.ts';
import { reportAndWrapMessages } from './transport-messages.ts';

export interface HttpOptions {
  /** Headers to send with every request to the server's URL. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Provider of access tokens: a function that returns a token, or an OAuth client. */
  readonly authProvider?: AuthProvider | OAuthClientProvider;
  /** Sends all requests over HTTP, also of the OAuth client, in place of the network. */
  readonly fetch?: FetchLike;
  /** URLs of OAuth issuers that the server may name although their addresses are not public. */
  readonly trustedIssuers?: readonly string[];
  /** Maximum bytes of a response, event or line; a stream may have 4 times as many. Default 16 MiB. */
  readonly answerLimit?: number;
}

export type EnvironmentTransport =
  | StreamableHTTPClientTransport
  | SSEClientTransport
  | CommandTransport;

interface TransportOptions extends HttpOptions, LinkListeners {
  readonly connectTimeoutMs?: number;
}

const URL_TIMEOUT_MS = 30_000;
/** Timeout for commands. It is longer, because npx may have to install the server first, on a busy machine. */
const COMMAND_TIMEOUT_MS = 120_000;

/** Returns the milliseconds that connecting may take: as the options say, or the default. */
export function getConnectTimeout(
  isCommand: boolean,
  { connectTimeoutMs }: { readonly connectTimeoutMs?: number },
): number {
  return connectTimeoutMs ?? (isCommand ? COMMAND_TIMEOUT_MS : URL_TIMEOUT_MS);
}

export function createTransport(
  target: EnvironmentTarget,
  options: TransportOptions,
): EnvironmentTransport {
  const transport = createTransportWithoutHooks(target, options);
  reportAndWrapMessages(transport, options.onMessage);
  return transport;
}

function createTransportWithoutHooks(
  target: EnvironmentTarget,
  options: TransportOptions,
): EnvironmentTransport {
  const { answerLimit = DEFAULT_ANSWER_LIMIT } = options;
  if ('command' in target) {
    return createCommandTransport(target, {
      answerLimit,
      ...omitUndefined({ onStderr: options.onStderr }),
    });
  }
  const { headers, authProvider, trustedIssuers = [] } = options;
  const within = 'handler' in target;
  const url = within ? WITHIN : new URL(target.url);
  const plain = within ? handlerToFetch(target.handler) : (options.fetch ?? networkFetch);
  // Only the OAuth client sends requests to addresses other than the server's.
  const guarded = authProvider ? guardNamedAddresses(plain, [url, ...trustedIssuers]) : plain;
  const send = withHeaders(withTraceparentHeader(guarded), url, headers);
  if (!within && target.transport === 'sse') {
    return createOldSseTransport(url, {
      // The total size is not limited, because one stream carries all responses of a session.
      fetch: limitFetch(send, answerLimit, Number.POSITIVE_INFINITY),
      startTimeoutMs: getConnectTimeout(false, options),
      ...(authProvider && { authProvider }),
    });
  }
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: limitFetch(send, answerLimit),
    ...(authProvider && { authProvider }),
  });
  return failOnStreamEnd(transport);
}

/** Copies `traceparent` from `_meta` to a header, which tracing tools read. */
function withTraceparentHeader(send: FetchLike): FetchLike {
  return (url, init) => {
    const body = init?.body;
    const traceparent = typeof body === 'string' ? findTraceparent(body) : undefined;
    if (traceparent === undefined) return send(url, init);
    const headers = new Headers(init?.headers);
    if (!headers.has(TRACEPARENT)) headers.set(TRACEPARENT, traceparent);
    return send(url, { ...init, headers });
  };
}

/** Adds headers only to requests to the server, because the transport also contacts OAuth issuers. */
function withHeaders(send: FetchLike, { origin }: URL, headers: HttpOptions['headers']): FetchLike {
  if (!headers) return send;
  return (url, init) => {
    if (new URL(url).origin !== origin) return send(url, init);
    const all = new Headers(headers);
    new Headers(init?.headers).forEach((value, name) => all.set(name, value));
    return send(url, { ...init, headers: all });
  };
}

const TRACEPARENT = 'traceparent';

function findTraceparent(body: string): string | undefined {
  if (!body.includes(TRACEPARENT)) return undefined;
  const { params } = JSON.parse(body) as { readonly params?: { readonly _meta?: object } };
  const meta: Readonly<Record<string, unknown>> = { ...params?._meta };
  const traceparent = meta[TRACEPARENT];
  return parseTraceparent(traceparent) && String(traceparent);
}

const WITHIN = new URL('http://localhost/mcp');

/** Aborting the request ends a running stream, as closing a socket would. */
function handlerToFetch(handler: FetchHandler): FetchLike {
  return async (url, init) => {
    const request = new Request(url, init);
    const response = await handler(request);
    const streams = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.body === null || !streams) return response;
    const body = response.body.pipeThrough(new TransformStream(), { signal: request.signal });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Marks an error response that this client created itself, not the server. */
const CUT_SHORT = 'dev.timestep/cut-short';

/** Makes requests fail whose event stream broke off; otherwise they would wait until their timeout. */
function failOnStreamEnd<T extends StreamableHTTPClientTransport>(transport: T): T {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const id = getRequestId(message);
    if (id === undefined) return send(message, options);
    return send(message, {
      ...options,
      onRequestStreamEnd() {
        options?.onRequestStreamEnd?.();
        const error = {
          code: -32000,
          message: 'the connection was lost before the response arrived',
          data: { [CUT_SHORT]: true },
        };
        transport.onmessage?.({ jsonrpc: '2.0', id, error });
      },
    });
  };
  return transport;
}

export function isStreamCutError(thrown: unknown): boolean {
  return ProtocolError.isInstance(thrown) && isJsonObject(thrown.data) && CUT_SHORT in thrown.data;
}

/** Returns the id of a request. Undefined for a subscription, which never gets a response. */
function getRequestId(message: JSONRPCMessage | JSONRPCMessage[]): string | number | undefined {
  if (Array.isArray(message) || !('method' in message) || !('id' in message)) return undefined;
  return message.method === 'subscriptions/listen' ? undefined : message.id;
}
