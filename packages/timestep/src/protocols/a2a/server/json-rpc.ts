import { isJsonObject, type JsonValue } from '#core';
import { encodeSse } from '#protocols/http';
import { A2AError } from '../wire/a2a-error.ts';
import { sendParamsFromA2A03 } from '../wire/from-a2a-0-3.ts';
import { fromProtoJson } from '../wire/from-proto-json.ts';
import { pushParamsFromA2A03 } from '../wire/push-config.ts';
import { findOperation, type A2AVersion, type Operation } from '../wire/rpc-methods.ts';
import {
  toReportedError,
  type AgentRequest,
  type BindingOptions,
  readRequestBody,
} from './agent-request.ts';
import { getErrorHeaders, errorToJsonRpc, getJsonRpcHttpStatus } from './error-body.ts';
import { createEventStreamResponse, type EventEncoding } from './event-stream.ts';
import type { OperationResult } from './operation-context.ts';
import { resultToWire } from './result-to-wire.ts';

/** Answers a JSON-RPC request (section 9). */
export async function answerJsonRpc(
  agentRequest: AgentRequest,
  options: BindingOptions,
): Promise<Response> {
  const { request } = agentRequest;
  let id: RpcId = null;
  let isStream03 = false;
  try {
    const body = await readRequestBody(request, options.readJson);
    id = readRpcId(body);
    const call = parseRpcCall(body);
    const version = agentRequest.readVersion();
    const operation = requireOperation(call.method, version);
    isStream03 = version === '0.3' && (operation === 'stream' || operation === 'subscribe');
    const params = version === '0.3' ? paramsFromA2A03(operation, call.params) : call.params;
    const result = await options.perform(operation, params, agentRequest.createContext(version));
    return createRpcResponse(id, result, version, options);
  } catch (thrown) {
    const error = toReportedError(thrown, options.onError);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: errorToJsonRpc(error, getErrorVersion(agentRequest)),
    });
    // Clients of A2A 0.3 that request a stream read errors only from a stream.
    if (isStream03) return new Response(encodeSse({ data: body }), { headers: SSE_HEADERS });
    const headers = { ...JSON_HEADERS, ...getErrorHeaders(error) };
    return new Response(body, { status: getJsonRpcHttpStatus(error), headers });
  }
}

/** Returns the version of the error response: 1.0 if the requested version is not served. */
function getErrorVersion({ readVersion: version }: AgentRequest): A2AVersion {
  try {
    return version();
  } catch {
    return '1.0';
  }
}

type RpcId = string | number | null;

interface RpcCall {
  readonly method: string;
  readonly params: JsonValue;
}

const JSON_HEADERS = { 'content-type': 'application/json' };
const CLOSING = Buffer.from('}');
const SSE_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8' };

/** Reads the request id for the error response, even from an invalid request. */
function readRpcId(body: JsonValue): RpcId {
  const id = isJsonObject(body) ? body['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function parseRpcCall(body: JsonValue): RpcCall {
  if (Array.isArray(body))
    throw createInvalidRequestError('A2A does not support batches: send one request');
  if (!isJsonObject(body)) throw createInvalidRequestError('the request must be a JSON object');
  const { jsonrpc, id = null, method, params = {} } = body;
  if (jsonrpc !== '2.0') throw createInvalidRequestError('jsonrpc must be "2.0"');
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') {
    throw createInvalidRequestError('id must be a string or a number');
  }
  if (typeof method !== 'string') throw createInvalidRequestError('method must be a string');
  return { method, params: fromProtoJson(params) };
}

function createInvalidRequestError(message: string): A2AError {
  return new A2AError('invalid-request', message);
}

function createRpcResponse(
  id: RpcId,
  result: OperationResult,
  version: A2AVersion,
  { streams, onError }: BindingOptions,
): Response {
  if (result.kind !== 'stream') {
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: resultToWire(result, version) });
    return new Response(body, { headers: JSON_HEADERS });
  }
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  const encoding: EventEncoding = {
    form: version,
    envelope: [Buffer.from(`${head}"result":`), CLOSING],
    encodeError: (thrown) => {
      const error = errorToJsonRpc(toReportedError(thrown, onError), version);
      return { data: `${head}"error":${JSON.stringify(error)}}` };
    },
  };
  return createEventStreamResponse(result, encoding, streams);
}

function paramsFromA2A03(operation: Operation, params: JsonValue): JsonValue {
  switch (operation) {
    case 'send':
    case 'stream':
      return sendParamsFromA2A03(params);
    case 'push-set':
    case 'push-get':
    case 'push-list':
    case 'push-remove':
      return pushParamsFromA2A03(params);
    default:
      return params;
  }
}

/**
 * Returns the operation of a method. Throws `A2AError` if it is unknown, with a hint if the other version has it.
 */
function requireOperation(method: string, version: A2AVersion): Operation {
  const found = findOperation(method, version);
  if (found) return found;
  const isOther = findOperation(method, version === '0.3' ? '1.0' : '0.3') !== undefined;
  const where = isOther ? IN_OTHER_VERSION[version] : `in A2A ${version}`;
  throw new A2AError('method-not-found', `there is no method ${method.slice(0, 80)} ${where}`);
}

const IN_OTHER_VERSION: Readonly<Record<A2AVersion, string>> = {
  '0.3': 'in A2A 0.3, the default version: for 1.0 send the header A2A-Version: 1.0',
  '1.0': 'in A2A 1.0: for 0.3 omit the header A2A-Version',
};
