import {
  Server,
  ServerCredentials,
  status,
  type Metadata,
  type ServerUnaryCall,
  type ServerWritableStream,
  type sendUnaryData,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { once } from 'node:events';
import { isJsonObject, type JsonObject, type JsonValue } from '@timestep-ai/timestep/core';
import { GrpcError } from './grpc-error.ts';
import { METHODS, type Method } from './methods.ts';
import { failureOf, type Failure } from './status.ts';

/** What is served over gRPC, and where. */
export interface GrpcOptions {
  /**
   * Answers requests as over HTTP, such as `fetch` of what `serve` returns. Callers are known, bounded and refused
   * there: the metadata of a call are the headers of its request.
   */
  readonly fetch: (request: Request) => Promise<Response> | Response;
  /** The path of an agent by the tenant of a call. Default: `/` without one, else `/agents/<tenant>`. */
  readonly pathOf?: (tenant: string) => string;
  /** Default 127.0.0.1. Other addresses than those of this machine need `credentials`. */
  readonly host?: string;
  /** Default: any that is free. */
  readonly port?: number;
  /** The certificates of the server. Default: none. */
  readonly credentials?: ServerCredentials;
  /** Bytes of a message of a caller. Default 4 MiB. */
  readonly messageLimit?: number;
}

/** A server that takes calls. */
export interface GrpcServing {
  readonly host: string;
  readonly port: number;
  /** As cards write the address of an interface. */
  readonly address: string;
  /** Takes no more calls, waits up to `graceMs` for those at work, then ends them. */
  readonly close: (graceMs?: number) => Promise<void>;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
const DEFAULT_GRACE_MS = 5000;
const DEFAULT_LIMIT = 4 * 1024 * 1024;

/** Serves agents over the gRPC binding of A2A 1.0 (section 10). */
export async function serveGrpc(options: GrpcOptions): Promise<GrpcServing> {
  const { host = LOOPBACK[0] ?? '', port = 0, credentials, messageLimit = DEFAULT_LIMIT } = options;
  if (!LOOPBACK.includes(host) && !credentials) {
    const say = `to listen on ${host}, give \`credentials\`: what is not encrypted stays on this machine`;
    throw new GrpcError('not-guarded', say);
  }
  const server = new Server({ 'grpc.max_receive_message_length': messageLimit });
  server.addService(DEFINITION, implementationOf(options));
  const bound = await listening(
    server,
    host,
    port,
    credentials ?? ServerCredentials.createInsecure(),
  );
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port: bound,
    address: `${shown}:${bound}`,
    close: (graceMs = DEFAULT_GRACE_MS) => closed(server, graceMs),
  };
}

const DEFINITION: ServiceDefinition = Object.fromEntries(
  METHODS.map(({ name, path, responseStream, request, response }) => [
    name,
    {
      path,
      requestStream: false,
      responseStream,
      requestSerialize: request.encode,
      requestDeserialize: request.decode,
      responseSerialize: response.encode,
      responseDeserialize: response.decode,
    },
  ]),
);

type Unary = ServerUnaryCall<JsonObject, JsonObject>;
type Streaming = ServerWritableStream<JsonObject, JsonObject>;

function implementationOf(options: GrpcOptions): UntypedServiceImplementation {
  return Object.fromEntries(
    METHODS.map((method) => [
      method.name,
      method.responseStream
        ? (call: Streaming) => void streamed(call, method, options)
        : (call: Unary, answer: sendUnaryData<JsonObject>) =>
            void answered(call, method, options).then((value) => {
              if ('code' in value) answer(value);
              else answer(null, value.result);
            }),
    ]),
  );
}

async function answered(
  call: Unary,
  method: Method,
  options: GrpcOptions,
): Promise<{ readonly result: JsonObject } | Failure> {
  try {
    const response = await asked(call, method, options);
    return unknownTenant(call, response) ?? resultIn(await jsonIn(response), response.status);
  } catch {
    return BROKEN;
  }
}

async function streamed(call: Streaming, method: Method, options: GrpcOptions): Promise<void> {
  try {
    const response = await asked(call, method, options);
    const unknown = unknownTenant(call, response);
    if (unknown) {
      call.emit('error', unknown);
      return;
    }
    for await (const event of eventsIn(response)) {
      const read = resultIn(event, response.status);
      if ('code' in read) {
        call.emit('error', read);
        return;
      }
      if (!call.write(read.result)) await once(call, 'drain');
      if (call.cancelled) return;
    }
    call.end();
  } catch {
    if (!call.cancelled) call.emit('error', BROKEN);
  }
}

const BROKEN: Failure = { code: status.INTERNAL, details: 'internal error' };

/** Asks as a caller of JSON-RPC; a call that is given up leaves its request. */
async function asked(
  call: Unary | Streaming,
  { name }: Method,
  { fetch, pathOf = pathOfAgent }: GrpcOptions,
): Promise<Response> {
  const leave = new AbortController();
  call.on('cancelled', () => leave.abort());
  const { tenant, ...params } = call.request;
  const path = pathOf(typeof tenant === 'string' ? tenant : '');
  return fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: headersOf(call.metadata),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }),
      signal: leave.signal,
    }),
  );
}

/** Over HTTP there is nothing at the path of an agent that is not there; other refusals are answers of an agent. */
function unknownTenant({ request }: Unary | Streaming, response: Response): Failure | undefined {
  const { tenant } = request;
  if (response.status !== 404 || typeof tenant !== 'string' || tenant === '') return undefined;
  const details = `tenant "${tenant.slice(0, 80)}" is not at this address: see the card`;
  return { code: status.INVALID_ARGUMENT, details };
}

function pathOfAgent(tenant: string): string {
  return tenant === '' ? '/' : `/agents/${encodeURIComponent(tenant)}`;
}

/** Metadata that a caller may not say, because they are of the connection or of a proxy before the server. */
const KEPT_OUT =
  /^(content-|grpc-|x-forwarded-|forwarded$|host$|te$|connection$|transfer-encoding$|origin$)/;

function headersOf(metadata: Metadata): Headers {
  const headers = new Headers({ 'a2a-version': '1.0' });
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === 'string' && !KEPT_OUT.test(name)) headers.set(name, value);
  }
  headers.set('content-type', 'application/json');
  return headers;
}

async function jsonIn(response: Response): Promise<JsonValue> {
  const text = await response.text();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}

async function* eventsIn(response: Response): AsyncGenerator<JsonValue> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) {
    yield await jsonIn(response);
    return;
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield JSON.parse(data) as JsonValue;
}

function resultIn(given: JsonValue, httpStatus: number): { readonly result: JsonObject } | Failure {
  const { error, result } = isJsonObject(given) ? given : {};
  if (httpStatus === 200 && error === undefined) {
    return { result: isJsonObject(result) ? result : {} };
  }
  return failureOf(httpStatus, error);
}

function listening(
  server: Server,
  host: string,
  port: number,
  credentials: ServerCredentials,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const shown = host.includes(':') ? `[${host}]` : host;
    server.bindAsync(`${shown}:${port}`, credentials, (error, bound) => {
      if (!error) resolve(bound);
      else
        reject(
          new GrpcError('not-listening', `cannot listen on ${shown}:${port}: ${error.message}`),
        );
    });
  });
}

function closed(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), graceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
