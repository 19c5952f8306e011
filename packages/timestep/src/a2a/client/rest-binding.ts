import {
  isJsonObject,
  withoutTrailing,
  type JsonObject,
  type JsonValue,
} from '../../core/index.ts';
import { encodeSse } from '../../http/index.ts';
import { rpcCodeOf } from '../wire/error-forms.ts';
import type { FetchFn } from './json-rpc-client.ts';
import type { PeerBinding } from './peer-binding.ts';
import { sseData } from './sse-reader.ts';

/** The REST binding of A2A 1.0 (section 11), for peers that offer no JSON-RPC. */
export function restBinding(fetch: FetchFn): PeerBinding {
  return {
    name: 'HTTP+JSON',
    async fetch(url, init) {
      const { method, params } = JSON.parse(init.body as string) as RpcCall;
      const { path, body } = restCall(method, params);
      const { tenant } = params;
      const base = withoutTrailing(url, '/');
      const place = typeof tenant === 'string' ? `${base}/${encodeURIComponent(tenant)}` : base;
      const { body: _replaced, ...rest } = init;
      const response = await fetch(place + path, {
        ...rest,
        method: body ? 'POST' : 'GET',
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.ok ? asRpc(response) : asRpcError(response);
    },
  };
}

interface RpcCall {
  readonly method: string;
  readonly params: JsonObject;
}

interface RestCall {
  readonly path: string;
  /** Absent where the call is a GET. */
  readonly body?: JsonObject;
}

function restCall(method: string, given: JsonObject): RestCall {
  const { tenant: _tenant, ...params } = given;
  const { id, ...others } = params;
  const task = `/tasks/${encodeURIComponent(typeof id === 'string' ? id : '')}`;
  switch (method) {
    case 'SendMessage':
      return { path: '/message:send', body: params };
    case 'SendStreamingMessage':
      return { path: '/message:stream', body: params };
    case 'GetTask':
      return { path: task };
    case 'CancelTask':
      return { path: `${task}:cancel`, body: others };
    case 'GetExtendedAgentCard':
      return { path: '/extendedAgentCard' };
    case 'SubscribeToTask':
      return { path: `${task}:subscribe` };
    default:
      throw new Error(`the REST binding is not asked for ${method}`);
  }
}

function asRpc(response: Response): Response {
  const { body, headers } = response;
  if (body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true) {
    return new Response(ReadableStream.from(asRpcEvents(body)), { headers });
  }
  const answered = async function* (): AsyncGenerator<Uint8Array> {
    yield HEAD;
    yield* body ?? [];
    yield TAIL;
  };
  return new Response(ReadableStream.from(answered()), {
    headers: { 'content-type': 'application/json' },
  });
}

const encoder = new TextEncoder();
const HEAD = encoder.encode('{"jsonrpc":"2.0","id":1,"result":');
const TAIL = encoder.encode('}');

async function* asRpcEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const texts of sseData(body)) {
    for (const text of texts) {
      const error = errorIn(text);
      const data = error
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, error })
        : `{"jsonrpc":"2.0","id":1,"result":${text}}`;
      yield encoder.encode(encodeSse({ data }));
    }
  }
}

/** An answer without a reason of A2A is left as it is: its status says what there is to know. */
async function asRpcError(response: Response): Promise<Response> {
  if (response.status === 401) return response;
  const text = await response.clone().text();
  const error = errorIn(text);
  if (!error) return response;
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
}

/** The error in the form of JSON-RPC, where a text is a `google.rpc.Status` with a reason of A2A. */
function errorIn(text: string): JsonObject | undefined {
  if (!text.startsWith('{"error"')) return undefined;
  const given = parsed(text);
  const error = isJsonObject(given) ? given['error'] : undefined;
  if (!isJsonObject(error)) return undefined;
  const details = Array.isArray(error['details']) ? (error['details'] as readonly JsonValue[]) : [];
  const reasons = details.flatMap((detail) =>
    isJsonObject(detail) && typeof detail['reason'] === 'string' ? [detail['reason']] : [],
  );
  const codes = reasons.flatMap((reason) => rpcCodeOf(reason) ?? []);
  const [code] = codes;
  return code === undefined ? undefined : { code, message: error['message'] ?? '' };
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return null;
  }
}
