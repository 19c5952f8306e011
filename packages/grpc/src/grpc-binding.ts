import {
  ChannelCredentials,
  Client,
  Metadata,
  status,
  type CallOptions,
  type ClientReadableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import type { RemoteBinding } from '@timestep-ai/timestep/a2a';
import type { JsonObject } from '@timestep-ai/timestep/core';
import { encodeSse } from '@timestep-ai/timestep/http';
import { addProxyToError, chooseChannelTarget } from './proxied-channel.ts';
import { METHODS, type GrpcMethod } from './methods.ts';
import { failureToResponse } from './status.ts';

/** Options for calling agents over gRPC. */
export interface GrpcBindingOptions {
  /** Metadata such as `authorization`, sent with every call to every agent. */
  readonly headers?: Readonly<Record<string, string>>;
  /** TLS credentials. Default: no TLS for localhost, the system's certificates elsewhere. */
  readonly credentials?: ChannelCredentials;
  /** Timeout in milliseconds of a call that is not a stream. Default: none. */
  readonly deadlineMs?: number;
}

/** Calls agents over the gRPC binding of A2A 1.0 (section 10), with one connection per address. */
export interface GrpcBinding extends RemoteBinding {
  readonly close: () => void;
}

const LOOPBACK = /^(127\.|localhost$|\[::1\]$)/;

/** Creates a gRPC binding for the `bindings` option of `connectA2A`. */
export function createGrpcBinding(options: GrpcBindingOptions = {}): GrpcBinding {
  const clients = new Map<string, ConnectedClient>();

  function getOrCreateClient(url: string): ConnectedClient {
    const { host, hostname } = new URL(url);
    const known = clients.get(host);
    if (known) return known;
    const plain = LOOPBACK.test(hostname);
    const usual = plain ? ChannelCredentials.createInsecure() : ChannelCredentials.createSsl();
    const { address, proxy, options: channelOptions } = chooseChannelTarget(host);
    const client = new Client(address, options.credentials ?? usual, channelOptions);
    const connected = { client, proxy };
    clients.set(host, connected);
    return connected;
  }

  return {
    name: 'GRPC',
    async fetch(url, init) {
      const call = JSON.parse(init.body as string) as RpcCall;
      const method = METHODS.find(({ name }) => name === call.method);
      if (!method) throw new Error(`the gRPC binding does not support the method ${call.method}`);
      const metadata = headersToMetadata({ ...options.headers, ...omitHttpOnlyHeaders(init) });
      const signal = init.signal ?? undefined;
      const { deadlineMs = Infinity } = options;
      const own = method.responseStream ? Infinity : Date.now() + deadlineMs;
      const callOptions = { deadline: Math.min(own, init.deadline ?? Infinity) };
      const { params } = call;
      const asked = { ...getOrCreateClient(url), method, params, metadata, callOptions, signal };
      return method.responseStream ? callStreamingMethod(asked) : callUnaryMethod(asked);
    },
    close() {
      for (const { client } of clients.values()) client.close();
      clients.clear();
    },
  };
}

interface RpcCall {
  readonly method: string;
  readonly params: JsonObject;
}

interface ConnectedClient {
  readonly client: Client;
  /** Host of the proxy between the client and the agent, if there is a proxy. */
  readonly proxy: string | undefined;
}

interface GrpcCall extends ConnectedClient {
  readonly method: GrpcMethod;
  readonly params: JsonObject;
  readonly metadata: Metadata;
  readonly callOptions: CallOptions;
  readonly signal: AbortSignal | undefined;
}

/** HTTP headers that are not sent as gRPC metadata, because they have no meaning there. */
const HTTP_ONLY_HEADERS: readonly string[] = ['content-type', 'accept', 'user-agent'];

function omitHttpOnlyHeaders({ headers }: RequestInit): Record<string, string> {
  const given = [...new Headers(headers)];
  return Object.fromEntries(given.filter(([name]) => !HTTP_ONLY_HEADERS.includes(name)));
}

function headersToMetadata(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

function callUnaryMethod(asked: GrpcCall): Promise<Response> {
  const { client, proxy, method, params, metadata, callOptions, signal } = asked;
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      params,
      metadata,
      callOptions,
      (error, value) => {
        if (signal?.aborted) reject(signal.reason as Error);
        else if (error) resolve(failureToResponse(addProxyToError(error, proxy)));
        else resolve(Response.json({ jsonrpc: '2.0', id: 1, result: value ?? {} }));
      },
    );
    signal?.addEventListener('abort', () => call.cancel(), { once: true });
  });
}

/** Calls a streaming method. If it fails before the first event, returns an HTTP error response. */
async function callStreamingMethod(asked: GrpcCall): Promise<Response> {
  const { client, proxy, method, params, metadata, callOptions, signal } = asked;
  const call = client.makeServerStreamRequest(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    params,
    metadata,
    callOptions,
  );
  signal?.addEventListener('abort', () => call.cancel(), { once: true });
  const events = (call as AsyncIterable<JsonObject>)[Symbol.asyncIterator]();
  const first = await events.next().catch((thrown: unknown) => thrown as ServiceError);
  if (signal?.aborted) throw signal.reason;
  if (first instanceof Error) return failureToResponse(addProxyToError(first, proxy));
  return new Response(ReadableStream.from(encodeResultsAsSse(call, first, events)), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

const encoder = new TextEncoder();

async function* encodeResultsAsSse(
  call: ClientReadableStream<JsonObject>,
  first: IteratorResult<JsonObject>,
  events: AsyncIterator<JsonObject>,
): AsyncGenerator<Uint8Array> {
  try {
    let next = first;
    while (next.done !== true) {
      yield encodeSseLine({ result: next.value });
      next = await events.next();
    }
  } catch (thrown) {
    const error = thrown as ServiceError;
    if (error.code === status.UNAVAILABLE || error.code === status.CANCELLED)
      throw createConnectionError(error);
    const { error: told } = (await failureToResponse(error).json()) as {
      readonly error: JsonObject;
    };
    yield encodeSseLine({ error: told });
  } finally {
    call.cancel();
  }
}

function encodeSseLine(answer: JsonObject): Uint8Array {
  return encoder.encode(encodeSse({ data: JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }) }));
}

/** Creates the error that a dropped connection causes, after which the reader reconnects. */
function createConnectionError(error: ServiceError): TypeError {
  const cause = Object.assign(new Error(error.details, { cause: error }), {
    code: 'UND_ERR_SOCKET',
  });
  return new TypeError('terminated', { cause });
}
