import {
  ChannelCredentials,
  Client,
  Metadata,
  status,
  type CallOptions,
  type ClientReadableStream,
  type ServiceError,
} from '@grpc/grpc-js';
import type { PeerBinding } from '@timestep-ai/timestep/a2a';
import type { JsonObject } from '@timestep-ai/timestep/core';
import { encodeSse } from '@timestep-ai/timestep/http';
import { METHODS, type Method } from './methods.ts';
import { responseOf } from './status.ts';

/** How agents are called over gRPC. */
export interface GrpcBindingOptions {
  /** Metadata of each call, such as `authorization`; only for agents that may know them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: none for this machine, and those that the system trusts for all others. */
  readonly credentials?: ChannelCredentials;
  /** Milliseconds for a call that is not a stream, where the program gives it no shorter time. Default: no bound. */
  readonly deadlineMs?: number;
}

/** Calls agents over the gRPC binding of A2A 1.0 (section 10), one connection for each address. */
export interface GrpcBinding extends PeerBinding {
  readonly close: () => void;
}

const LOOPBACK = /^(127\.|localhost$|\[::1\]$)/;

/** A way to call agents that offer gRPC, for the `bindings` of `connectA2A`. */
export function grpcBinding(options: GrpcBindingOptions = {}): GrpcBinding {
  const clients = new Map<string, Client>();

  function clientOf(url: string): Client {
    const { host, hostname } = new URL(url);
    const known = clients.get(host);
    if (known) return known;
    const plain = LOOPBACK.test(hostname);
    const usual = plain ? ChannelCredentials.createInsecure() : ChannelCredentials.createSsl();
    const client = new Client(host, options.credentials ?? usual);
    clients.set(host, client);
    return client;
  }

  return {
    name: 'GRPC',
    fetch(url, init) {
      const call = JSON.parse(init.body as string) as RpcCall;
      const method = METHODS.find(({ name }) => name === call.method);
      if (!method) throw new Error(`gRPC is not asked for ${call.method}`);
      const metadata = metadataOf({ ...options.headers, ...headersIn(init) });
      const asked: Asked = { client: clientOf(url), method, params: call.params, metadata };
      const signal = init.signal ?? undefined;
      if (method.responseStream) return streamed(asked, boundOf(init.deadline), signal);
      const { deadlineMs } = options;
      const own = deadlineMs === undefined ? [] : [Date.now() + deadlineMs];
      const ends = [...own, ...(init.deadline === undefined ? [] : [init.deadline])];
      return answered(asked, boundOf(ends.length > 0 ? Math.min(...ends) : undefined), signal);
    },
    close() {
      for (const client of clients.values()) client.close();
      clients.clear();
    },
  };
}

interface RpcCall {
  readonly method: string;
  readonly params: JsonObject;
}

interface Asked {
  readonly client: Client;
  readonly method: Method;
  readonly params: JsonObject;
  readonly metadata: Metadata;
}

function boundOf(deadline: number | undefined): CallOptions {
  return deadline === undefined ? {} : { deadline };
}

/** What HTTP alone needs. */
const OF_HTTP: readonly string[] = ['content-type', 'accept', 'user-agent'];

function headersIn({ headers }: RequestInit): Record<string, string> {
  const given = [...new Headers(headers)];
  return Object.fromEntries(given.filter(([name]) => !OF_HTTP.includes(name)));
}

function metadataOf(headers: Readonly<Record<string, string>>): Metadata {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return metadata;
}

function answered(
  { client, method, params, metadata }: Asked,
  bound: CallOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { path, request, response } = method;
  return new Promise((resolve, reject) => {
    const call = client.makeUnaryRequest(
      path,
      request.encode,
      response.decode,
      params,
      metadata,
      bound,
      (error, value) => {
        if (signal?.aborted) reject(signal.reason as Error);
        else if (error) resolve(responseOf(error));
        else resolve(Response.json({ jsonrpc: '2.0', id: 1, result: value ?? {} }));
      },
    );
    signal?.addEventListener('abort', () => call.cancel(), { once: true });
  });
}

/** A refusal before the first event is an answer of its own, as over HTTP. */
async function streamed(
  { client, method, params, metadata }: Asked,
  bound: CallOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { path, request, response } = method;
  const call = client.makeServerStreamRequest(
    path,
    request.encode,
    response.decode,
    params,
    metadata,
    bound,
  );
  signal?.addEventListener('abort', () => call.cancel(), { once: true });
  const events = (call as AsyncIterable<JsonObject>)[Symbol.asyncIterator]();
  const first = await events.next().catch((thrown: unknown) => thrown as ServiceError);
  if (signal?.aborted) throw signal.reason;
  if (first instanceof Error) return responseOf(first);
  return new Response(ReadableStream.from(encoded(call, first, events)), {
    headers: { 'content-type': 'text/event-stream' },
  });
}

const encoder = new TextEncoder();

async function* encoded(
  call: ClientReadableStream<JsonObject>,
  first: IteratorResult<JsonObject>,
  events: AsyncIterator<JsonObject>,
): AsyncGenerator<Uint8Array> {
  try {
    let next = first;
    while (next.done !== true) {
      yield line({ result: next.value });
      next = await events.next();
    }
  } catch (thrown) {
    const error = thrown as ServiceError;
    if (error.code === status.UNAVAILABLE || error.code === status.CANCELLED) throw cutOff(error);
    const { error: told } = (await responseOf(error).json()) as { readonly error: JsonObject };
    yield line({ error: told });
  } finally {
    call.cancel();
  }
}

function line(answer: JsonObject): Uint8Array {
  return encoder.encode(encodeSse({ data: JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }) }));
}

/** As a connection over HTTP breaks, so that the reader takes the stream up again. */
function cutOff(error: ServiceError): TypeError {
  const cause = Object.assign(new Error(error.details, { cause: error }), {
    code: 'UND_ERR_SOCKET',
  });
  return new TypeError('terminated', { cause });
}
