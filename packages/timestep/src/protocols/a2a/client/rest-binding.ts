import { isJsonObject, parseJson, trimTrailing, type JsonObject, type JsonValue } from '#core';
import { encodeSse } from '#protocols/http';
import { findRpcCode } from '../wire/error-codes.ts';
import type { FetchFn } from './json-rpc-client.ts';
import type { RemoteBinding } from './remote-binding.ts';
import { rpcToRestCall } from './rest-calls.ts';
import { readSseData } from './sse-reader.ts';

/**
 * Creates the REST binding of A2A 1.0 (section 11) and 0.3. Results keep the form of their version.
 */
export function createRestBinding(fetch: FetchFn): RemoteBinding {
  return {
    name: 'HTTP+JSON',
    async fetch(url, init) {
      const { method, params } = JSON.parse(init.body as string) as RpcCall;
      const { path, body } = rpcToRestCall(method, params);
      const { tenant } = params;
      const base = trimTrailing(url, '/');
      const place = typeof tenant === 'string' ? `${base}/${encodeURIComponent(tenant)}` : base;
      const { body: _replaced, ...rest } = init;
      const response = await fetch(place + path, {
        ...rest,
        method: body ? 'POST' : 'GET',
        ...(body && { body: JSON.stringify(body) }),
      });
      return response.ok ? toRpcResponse(response) : toRpcError(response);
    },
  };
}

interface RpcCall {
  readonly method: string;
  readonly params: JsonObject;
}

function toRpcResponse(response: Response): Response {
  const { body, headers } = response;
  if (body !== null && headers.get('content-type')?.startsWith('text/event-stream') === true) {
    return new Response(ReadableStream.from(toRpcEvents(body)), { headers });
  }
  const wrapBody = async function* (): AsyncGenerator<Uint8Array> {
    yield HEAD;
    yield* body ?? [];
    yield TAIL;
  };
  return new Response(ReadableStream.from(wrapBody()), {
    headers: { 'content-type': 'application/json' },
  });
}

const encoder = new TextEncoder();
const HEAD = encoder.encode('{"jsonrpc":"2.0","id":1,"result":');
const TAIL = encoder.encode('}');

async function* toRpcEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const texts of readSseData(body)) {
    for (const text of texts) {
      const error = parseRestError(text);
      const data = error
        ? JSON.stringify({ jsonrpc: '2.0', id: 1, error })
        : `{"jsonrpc":"2.0","id":1,"result":${text}}`;
      yield encoder.encode(encodeSse({ data }));
    }
  }
}

/**
 * Converts an error response to JSON-RPC. Without an A2A error reason, it is returned unchanged.
 */
async function toRpcError(response: Response): Promise<Response> {
  if (response.status === 401) return response;
  const text = await response.clone().text();
  const error = parseRestError(text);
  if (!error) return response;
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, error }));
}

/**
 * Parses a `google.rpc.Status` with an A2A reason, or an error of A2A 0.3 with a numeric code.
 * Undefined for any other text.
 */
function parseRestError(text: string): JsonObject | undefined {
  if (!/^\{\s*"(?:error|code)"/.test(text)) return undefined;
  const given = parseJson(text);
  if (!isJsonObject(given)) return undefined;
  const { code: number, message = '', error } = given;
  if (typeof number === 'number' && number < 0) return { code: number, message };
  if (!isJsonObject(error)) return undefined;
  const details = Array.isArray(error['details']) ? (error['details'] as readonly JsonValue[]) : [];
  const reasons = details.flatMap((detail) =>
    isJsonObject(detail) && typeof detail['reason'] === 'string' ? [detail['reason']] : [],
  );
  const codes = reasons.flatMap((reason) => findRpcCode(reason) ?? []);
  const [code] = codes;
  return code === undefined ? undefined : { code, message: error['message'] ?? '' };
}
