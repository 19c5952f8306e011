import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { boundedAnswer, boundedBody, isAwayStatus, retryAfterMs } from '../../http/index.ts';
import { eventFrom03, taskFrom03 } from '../wire/from-0-3.ts';
import { fieldsFromProtoJson } from '../wire/from-proto-json.ts';
import { A2AClientError, failedAnswer } from './a2a-client-error.ts';
import type { PeerBinding } from './peer-binding.ts';
import type { PeerCard } from './peer-card.ts';
import { sseData } from './sse-reader.ts';

/** The part of `fetch` that this room uses. */
export type FetchFn = (url: string, init: RequestInit) => Promise<Response>;

/** What is needed to call a peer. */
export interface Line {
  readonly peer: PeerCard;
  readonly fetch: PeerBinding['fetch'];
  /** Bytes of an answer, or of an event of a stream. */
  readonly answerLimit: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** When the call of the program ends, in milliseconds since the epoch. */
  readonly deadline?: number | undefined;
}

const METHODS = {
  send: { '1.0': 'SendMessage', '0.3': 'message/send' },
  stream: { '1.0': 'SendStreamingMessage', '0.3': 'message/stream' },
  get: { '1.0': 'GetTask', '0.3': 'tasks/get' },
  cancel: { '1.0': 'CancelTask', '0.3': 'tasks/cancel' },
  'extended-card': {
    '1.0': 'GetExtendedAgentCard',
    '0.3': 'agent/getAuthenticatedExtendedCard',
  },
  subscribe: { '1.0': 'SubscribeToTask', '0.3': 'tasks/resubscribe' },
} as const;

export type RpcOperation = keyof typeof METHODS;
export type RpcParams = Readonly<Record<string, unknown>>;

/** Asks for the card that a peer shows to callers whom it knows, as it was sent. */
export async function extendedCardOf(
  line: Line,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const response = await post(line, 'extended-card', {}, signal);
  return resultIn(await jsonOf(response, line, signal), line);
}

/** Makes one call and returns its result as a 1.0 event: `{task}` or `{message}`. */
export async function callPeer(
  line: Line,
  operation: RpcOperation,
  params: RpcParams,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  const response = await post(line, operation, params, signal);
  return eventIn(await jsonOf(response, line, signal), line);
}

/**
 * Opens a stream and yields its events in their 1.0 form, those that arrived together at once; one
 * answer in JSON is one event.
 */
export async function* streamPeer(
  line: Line,
  operation: 'stream' | 'subscribe',
  params: RpcParams,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly JsonObject[]> {
  const response = await post(line, operation, params, signal);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || response.body === null) {
    yield [eventIn(await jsonOf(response, line, signal), line)];
    return;
  }
  try {
    for await (const texts of sseData(boundedBody(response, line.answerLimit)))
      yield* eventsIn(texts, line);
  } catch (thrown) {
    throw asClientError(line.peer.url, thrown, signal);
  }
}

/** The events in texts; those before one that is refused are read as well. */
function* eventsIn(texts: readonly string[], line: Line): Generator<readonly JsonObject[]> {
  const events: JsonObject[] = [];
  try {
    for (const text of texts) events.push(eventIn(parsed(text), line));
  } catch (thrown) {
    if (events.length > 0) yield events;
    throw thrown;
  }
  yield events;
}

async function post(
  line: Line,
  operation: RpcOperation,
  params: RpcParams,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const { peer, fetch, headers, now, deadline } = line;
  const { url, protocolVersion, tenant } = peer;
  const isStream = operation === 'stream' || operation === 'subscribe';
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: METHODS[operation][protocolVersion],
    params: { ...params, ...(tenant !== undefined && { tenant }) },
  };
  let response: Response;
  try {
    response = await fetch(url, {
      method: 'POST',
      // A redirect counts as a failed answer: followed, it could lead to any address.
      redirect: 'manual',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: isStream ? 'text/event-stream, application/json' : 'application/json',
        ...(protocolVersion === '1.0' && { 'a2a-version': '1.0' }),
        ...headersOfSpan(params),
      },
      body: JSON.stringify(body),
      ...(signal && { signal }),
      ...(deadline !== undefined && { deadline }),
    });
  } catch (thrown) {
    throw asClientError(url, thrown, signal);
  }
  if (isAwayStatus(response.status)) throw away(response, peer.name, now());
  if (!response.ok) throw await httpError(response, line);
  return response;
}

/** What records the requests of the peer reads the header, and not the message. */
function headersOfSpan({ message }: RpcParams): { readonly traceparent?: string } {
  const metadata = isJsonObject(message) ? message['metadata'] : undefined;
  const traceparent = isJsonObject(metadata) ? metadata['traceparent'] : undefined;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

async function jsonOf(
  response: Response,
  { peer, answerLimit }: Line,
  signal: AbortSignal | undefined,
): Promise<JsonValue> {
  try {
    return parsed(await boundedAnswer(response, answerLimit).text());
  } catch (thrown) {
    throw asClientError(peer.url, thrown, signal);
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new A2AClientError('bad-response', 'the peer answered with something else than JSON', {
      cause,
    });
  }
}

/** Aborting is not a failure of the peer: the caller gets its own reason back. */
function asClientError(url: string, thrown: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted) return signal.reason;
  return thrown instanceof A2AClientError ? thrown : failedAnswer(url, thrown);
}

/** The event in a JSON-RPC response; throws the peer's refusal. */
function eventIn(response: JsonValue, line: Line): JsonObject {
  const result = fieldsFromProtoJson(resultIn(response, line));
  if (typeof result['kind'] === 'string') return eventFrom03(result);
  // Calls about a task answer with the bare task.
  if (!isJsonObject(result['status'])) return result;
  return { task: line.peer.protocolVersion === '0.3' ? taskFrom03(result) : result };
}

/** The result in a JSON-RPC response; throws the peer's refusal. */
function resultIn(response: JsonValue, { peer }: Line): JsonObject {
  if (!isJsonObject(response)) {
    throw new A2AClientError('bad-response', `${peer.name} did not answer with JSON-RPC`);
  }
  const { error, result } = response;
  if (isJsonObject(error)) throw rejection(error, peer);
  if (isJsonObject(result)) return result;
  throw new A2AClientError('bad-response', `${peer.name} answered without a result`);
}

function rejection({ code, message }: JsonObject, peer: PeerCard): A2AClientError {
  const said = typeof message === 'string' ? message : 'no reason given';
  return new A2AClientError('rejected', `${peer.name} refused: ${said}`, {
    ...(typeof code === 'number' && { rpcCode: code }),
  });
}

/** The error for an answer of a server that is away for now; it has executed nothing. */
export function away(response: Response, name: string, now: number): A2AClientError {
  const asked = response.headers.get('retry-after') ?? undefined;
  return new A2AClientError('unreachable', `${name} answered with HTTP ${response.status}`, {
    retryable: true,
    retryAfterMs: retryAfterMs({ 'retry-after': asked }, now),
  });
}

async function httpError(response: Response, { peer, answerLimit }: Line): Promise<A2AClientError> {
  const { status } = response;
  if (status === 401 || status === 403) {
    return new A2AClientError('unauthorized', `${peer.name} wants other credentials (${status})`);
  }
  try {
    const text = await boundedAnswer(response, answerLimit).text();
    const body = JSON.parse(text) as JsonValue;
    if (isJsonObject(body) && isJsonObject(body['error'])) return rejection(body['error'], peer);
  } catch {
    // The body says nothing more than the status.
  }
  const code = status >= 500 ? 'unreachable' : 'bad-response';
  return new A2AClientError(code, `${peer.name} answered with HTTP ${status}`);
}
