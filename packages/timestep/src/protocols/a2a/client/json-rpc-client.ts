import { isJsonObject, parseAndRepairJson, type JsonObject, type JsonValue } from '#core';
import {
  limitResponse,
  readBodyWithLimit,
  isUnavailableStatus,
  parseRetryAfterMs,
} from '#protocols/http';
import { eventFromA2A03, taskFromA2A03 } from '../wire/from-a2a-0-3.ts';
import { eventFromA2A03Rest } from '../wire/from-a2a-0-3-rest.ts';
import { fieldsFromProtoJson } from '../wire/from-proto-json.ts';
import { getRpcMethod, type Operation } from '../wire/rpc-methods.ts';
import { A2AClientError, createRequestError } from './a2a-client-error.ts';
import type { RemoteBinding } from './remote-binding.ts';
import type { RemoteAgentCard } from './remote-card.ts';
import { readSseData } from './sse-reader.ts';

/** The subset of the `fetch` function that the client uses. */
export type FetchFn = (url: string, init: RequestInit) => Promise<Response>;

export interface Connection {
  readonly peer: RemoteAgentCard;
  readonly fetch: RemoteBinding['fetch'];
  /** Maximum size of a response or a stream event, in bytes. */
  readonly answerLimit: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => number;
  /** Deadline in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export type RpcParams = Readonly<Record<string, unknown>>;

export async function fetchExtendedCard(connection: Connection): Promise<JsonObject> {
  const response = await postRequest(connection, 'extended-card', {});
  return getRpcResult(await readJson(response, connection), connection);
}

/** Calls a remote agent. Resolves to the result as an A2A 1.0 event: `{task}` or `{message}`. */
export async function callRemoteAgent(
  connection: Connection,
  operation: Operation,
  params: RpcParams,
): Promise<JsonObject> {
  const response = await postRequest(connection, operation, params);
  return rpcResponseToEvent(await readJson(response, connection), connection);
}

/** Yields A2A 1.0 events of a stream. Events that arrived together are in one array. */
export async function* streamFromRemoteAgent(
  connection: Connection,
  operation: 'stream' | 'subscribe',
  params: RpcParams,
): AsyncGenerator<readonly JsonObject[]> {
  const response = await postRequest(connection, operation, params);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || response.body === null) {
    yield [rpcResponseToEvent(await readJson(response, connection), connection)];
    return;
  }
  try {
    for await (const texts of readSseData(readBodyWithLimit(response, connection.answerLimit)))
      yield* parseResponseTexts(texts, connection);
  } catch (thrown) {
    throw toAbortReasonOrClientError(connection, thrown);
  }
}

/** Parses the events of a stream. Events before an invalid event are yielded before its error is thrown. */
function* parseResponseTexts(
  texts: readonly string[],
  connection: Connection,
): Generator<readonly JsonObject[]> {
  const events: JsonObject[] = [];
  try {
    for (const text of texts) events.push(rpcResponseToEvent(parseJsonOrThrow(text), connection));
  } catch (thrown) {
    if (events.length > 0) yield events;
    throw thrown;
  }
  yield events;
}

async function postRequest(
  connection: Connection,
  operation: Operation,
  params: RpcParams,
): Promise<Response> {
  const { peer, fetch, headers, now, deadline, signal } = connection;
  const { url, protocolVersion, tenant } = peer;
  const isStream = operation === 'stream' || operation === 'subscribe';
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: getRpcMethod(operation, protocolVersion),
    params: { ...params, ...(tenant !== undefined && { tenant }) },
  };
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      // A redirect counts as a failed response, because it could lead to any URL.
      redirect: 'manual',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: isStream ? 'text/event-stream, application/json' : 'application/json',
        ...(protocolVersion === '1.0' && { 'a2a-version': '1.0' }),
        ...getTraceHeaders(params),
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
      ...(deadline !== undefined && { deadline }),
    });
  } catch (thrown) {
    throw toAbortReasonOrClientError(connection, thrown);
  }
  if (isUnavailableStatus(response.status))
    throw createUnavailableError(response, peer.name, now());
  if (!response.ok) throw await createHttpError(response, connection);
  return response;
}

/** Returns the trace header of a message, because tracing tools read headers but not messages. */
function getTraceHeaders({ message }: RpcParams): { readonly traceparent?: string } {
  const metadata = isJsonObject(message) ? message['metadata'] : undefined;
  const traceparent = isJsonObject(metadata) ? metadata['traceparent'] : undefined;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

async function readJson(response: Response, connection: Connection): Promise<JsonValue> {
  try {
    return parseJsonOrThrow(await limitResponse(response, connection.answerLimit).text());
  } catch (thrown) {
    throw toAbortReasonOrClientError(connection, thrown);
  }
}

function parseJsonOrThrow(text: string): JsonValue {
  const value = parseAndRepairJson(text);
  if (value !== undefined) return value;
  throw new A2AClientError('bad-response', 'invalid response of the remote agent: it is not JSON');
}

function toAbortReasonOrClientError({ peer, signal }: Connection, thrown: unknown): unknown {
  if (signal?.aborted) return signal.reason;
  return thrown instanceof A2AClientError ? thrown : createRequestError(peer.url, thrown);
}

function rpcResponseToEvent(response: JsonValue, connection: Connection): JsonObject {
  const given = getRpcResult(response, connection);
  const { protocolVersion, binding } = connection.peer;
  if (protocolVersion === '0.3' && binding === 'HTTP+JSON') return eventFromA2A03Rest(given);
  const result = fieldsFromProtoJson(given);
  if (typeof result['kind'] === 'string') return eventFromA2A03(result);
  // A2A sends the task without a wrapper in responses to calls about a task, so the wrapper is added.
  if (!isJsonObject(result['status'])) return result;
  return { task: protocolVersion === '0.3' ? taskFromA2A03(result) : result };
}

function getRpcResult(response: JsonValue, { peer }: Connection): JsonObject {
  if (!isJsonObject(response)) {
    throw new A2AClientError(
      'bad-response',
      `invalid response of ${peer.name}: it is not a JSON-RPC object`,
    );
  }
  const { error, result } = response;
  if (isJsonObject(error)) throw createRejectionError(error, peer);
  if (isJsonObject(result)) return result;
  throw new A2AClientError(
    'bad-response',
    `invalid response of ${peer.name}: it has neither a result nor an error`,
  );
}

function createRejectionError(
  { code, message }: JsonObject,
  peer: RemoteAgentCard,
): A2AClientError {
  const said = typeof message === 'string' ? message : 'no reason given';
  return new A2AClientError('rejected', `${peer.name} rejected the request: ${said}`, {
    ...(typeof code === 'number' && { rpcCode: code }),
  });
}

export function createUnavailableError(
  response: Response,
  name: string,
  now: number,
): A2AClientError {
  const asked = response.headers.get('retry-after') ?? undefined;
  return new A2AClientError('unreachable', `${name} answered with HTTP ${response.status}`, {
    retryable: true,
    // A gateway may answer with 502 or 504 although the agent received the request.
    isUnsent: response.status === 503,
    retryAfterMs: parseRetryAfterMs({ 'retry-after': asked }, now),
  });
}

async function createHttpError(
  response: Response,
  { peer, answerLimit }: Connection,
): Promise<A2AClientError> {
  const { status } = response;
  if (status === 401 || status === 403) {
    return new A2AClientError('unauthorized', `${peer.name} rejected the credentials (${status})`);
  }
  const text = await limitResponse(response, answerLimit)
    .text()
    .catch(() => '');
  const body = parseAndRepairJson(text);
  // If the body is not JSON, the error has only the HTTP status.
  if (isJsonObject(body) && isJsonObject(body['error']))
    return createRejectionError(body['error'], peer);
  const code = status >= 500 ? 'unreachable' : 'bad-response';
  return new A2AClientError(code, `${peer.name} answered with HTTP ${status}`);
}
