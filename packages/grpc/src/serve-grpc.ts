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
import {
  isJsonObject,
  parseAndRepairJson,
  type JsonObject,
  type JsonValue,
} from '@timestep-ai/timestep/core';
import { GrpcError } from './grpc-error.ts';
import { METHODS, type GrpcMethod } from './methods.ts';
import { rpcErrorToFailure, type GrpcFailure } from './status.ts';

/** Options of a gRPC server. */
export interface GrpcOptions {
  /** Handles each call as an HTTP request, whose headers are the metadata of the call. */
  readonly fetch: (request: Request) => Promise<Response> | Response;
  /** HTTP path of a tenant's agent. Default: `/` without a tenant, otherwise `/agents/<tenant>`. */
  readonly pathOf?: (tenant: string) => string;
  /** Host to listen on. Default 127.0.0.1; any host other than localhost requires `credentials`. */
  readonly host?: string;
  /** Port to listen on. Default: any free port. */
  readonly port?: number;
  /** TLS credentials of the server. Default: no TLS. */
  readonly credentials?: ServerCredentials;
  /** Maximum size of a received message in bytes. Default 4 MiB. */
  readonly messageLimit?: number;
}

/** A running gRPC server. */
export interface GrpcServer {
  readonly host: string;
  readonly port: number;
  /** Address in the form `host:port`, as agent cards list it. */
  readonly address: string;
  /** Stops accepting calls, waits up to `graceMs` for running calls, then aborts the rest. */
  readonly close: (graceMs?: number) => Promise<void>;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '::1', 'localhost'];
const DEFAULT_GRACE_MS = 5000;
const DEFAULT_LIMIT = 4 * 1024 * 1024;

/** Serves agents over the gRPC binding of A2A 1.0 (section 10). */
export async function serveGrpc(options: GrpcOptions): Promise<GrpcServer> {
  const { host = LOOPBACK[0] ?? '', port = 0, credentials, messageLimit = DEFAULT_LIMIT } = options;
  if (!LOOPBACK.includes(host) && !credentials) {
    const say = `listening on ${host} requires TLS: set \`credentials\`, or listen on localhost`;
    throw new GrpcError('not-guarded', say);
  }
  const server = new Server({ 'grpc.max_receive_message_length': messageLimit });
  server.addService(DEFINITION, createMethodHandlers(options));
  const shown = host.includes(':') ? `[${host}]` : host;
  const usedCredentials = credentials ?? ServerCredentials.createInsecure();
  const bound = await bindServer(server, `${shown}:${port}`, usedCredentials);
  return {
    host,
    port: bound,
    address: `${shown}:${bound}`,
    close: (graceMs = DEFAULT_GRACE_MS) => shutDownServer(server, graceMs),
  };
}

const DEFINITION: ServiceDefinition = Object.fromEntries(
  METHODS.map((method) => [method.name, method]),
);

type UnaryCall = ServerUnaryCall<JsonObject, JsonObject>;
type StreamingCall = ServerWritableStream<JsonObject, JsonObject>;

function createMethodHandlers(options: GrpcOptions): UntypedServiceImplementation {
  return Object.fromEntries(
    METHODS.map((method) => [
      method.name,
      method.responseStream
        ? (call: StreamingCall) => void answerStreamingCall(call, method, options)
        : (call: UnaryCall, answer: sendUnaryData<JsonObject>) =>
            void answerUnaryCall(call, method, options).then((value) => {
              if ('code' in value) answer(value);
              else answer(null, value.result);
            }),
    ]),
  );
}

async function answerUnaryCall(
  call: UnaryCall,
  method: GrpcMethod,
  options: GrpcOptions,
): Promise<{ readonly result: JsonObject } | GrpcFailure> {
  try {
    const response = await forwardCallAsJsonRpc(call, method, options);
    return (
      (await findTenantFailure(call, response)) ??
      getRpcResultOrFailure(parseAndRepairJson(await response.text()), response.status)
    );
  } catch {
    return INTERNAL_FAILURE;
  }
}

async function answerStreamingCall(
  call: StreamingCall,
  method: GrpcMethod,
  options: GrpcOptions,
): Promise<void> {
  try {
    const response = await forwardCallAsJsonRpc(call, method, options);
    const unknown = await findTenantFailure(call, response);
    if (unknown) {
      call.emit('error', unknown);
      return;
    }
    for await (const event of readJsonOrSseEvents(response)) {
      const read = getRpcResultOrFailure(event, response.status);
      if ('code' in read) {
        call.emit('error', read);
        return;
      }
      if (!call.write(read.result)) await once(call, 'drain');
      if (call.cancelled) return;
    }
    call.end();
  } catch {
    if (!call.cancelled) call.emit('error', INTERNAL_FAILURE);
  }
}

const INTERNAL_FAILURE: GrpcFailure = { code: status.INTERNAL, details: 'internal error' };

/** Forwards a call as a JSON-RPC request. If the call is canceled, the request is aborted. */
async function forwardCallAsJsonRpc(
  call: UnaryCall | StreamingCall,
  { name }: GrpcMethod,
  { fetch, pathOf = getAgentPath }: GrpcOptions,
): Promise<Response> {
  const leave = new AbortController();
  call.on('cancelled', () => leave.abort());
  const { tenant, ...params } = call.request;
  const path = pathOf(typeof tenant === 'string' ? tenant : '');
  return fetch(
    new Request(`http://127.0.0.1${path}`, {
      method: 'POST',
      headers: metadataToHeaders(call.metadata),
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }),
      signal: leave.signal,
    }),
  );
}

/** Returns an error if the HTTP server answered 404 because it serves no agent for the tenant. */
async function findTenantFailure(
  { request }: UnaryCall | StreamingCall,
  response: Response,
): Promise<GrpcFailure | undefined> {
  const { tenant } = request;
  if (response.status !== 404 || typeof tenant !== 'string' || tenant === '') return undefined;
  const body = parseAndRepairJson(await response.text());
  const error = isJsonObject(body) ? body['error'] : undefined;
  const message = isJsonObject(error) ? error['message'] : undefined;
  const why = typeof message === 'string' ? message : 'see the agent card';
  const details = `tenant "${tenant.slice(0, 80)}" is not a tenant at this URL: ${why}`;
  return { code: status.INVALID_ARGUMENT, details };
}

function getAgentPath(tenant: string): string {
  return tenant === '' ? '/' : `/agents/${encodeURIComponent(tenant)}`;
}

/** Metadata that callers may not set, because the connection or a proxy sets it. */
const BLOCKED_METADATA =
  /^(content-|grpc-|x-forwarded-|forwarded$|host$|te$|connection$|transfer-encoding$|origin$)/;

function metadataToHeaders(metadata: Metadata): Headers {
  const headers = new Headers({ 'a2a-version': '1.0' });
  for (const [name, value] of Object.entries(metadata.getMap())) {
    if (typeof value === 'string' && !BLOCKED_METADATA.test(name)) headers.set(name, value);
  }
  headers.set('content-type', 'application/json');
  return headers;
}

async function* readJsonOrSseEvents(response: Response): AsyncGenerator<JsonValue> {
  const type = response.headers.get('content-type') ?? '';
  if (response.body === null || !type.startsWith('text/event-stream')) {
    yield parseAndRepairJson(await response.text()) ?? null;
    return;
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) yield JSON.parse(data) as JsonValue;
}

function getRpcResultOrFailure(
  answer: JsonValue | undefined,
  httpStatus: number,
): { readonly result: JsonObject } | GrpcFailure {
  const { error, result } = isJsonObject(answer) ? answer : {};
  if (httpStatus === 200 && error === undefined) {
    return { result: isJsonObject(result) ? result : {} };
  }
  return rpcErrorToFailure(httpStatus, error);
}

function bindServer(
  server: Server,
  address: string,
  credentials: ServerCredentials,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, bound) => {
      if (!error) return resolve(bound);
      const message = `cannot listen on ${address}: ${error.message}`;
      reject(new GrpcError('not-listening', message));
    });
  });
}

function shutDownServer(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), graceMs);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
