import { isJsonObject, type JsonValue } from '../../core/index.ts';
import { encodeSse } from '../../http/index.ts';
import { A2AError } from '../wire/a2a-error.ts';
import { sendParamsFrom03 } from '../wire/from-0-3.ts';
import { fromProtoJson } from '../wire/from-proto-json.ts';
import { pushParamsFrom03 } from '../wire/push-config.ts';
import { eventTo03, messageTo03, taskTo03 } from '../wire/to-0-3.ts';
import type { WireEvent } from '../wire/wire.ts';
import { askingOf, refusal, type Asked, type BindingOptions } from './binding.ts';
import { headersOfError, rpcErrorOf, rpcHttpStatusOf } from './error-body.ts';
import { eventStream, type EventForm } from './event-stream.ts';
import { rpcMethod } from './json-rpc-methods.ts';
import type { Operation, Outcome } from './operation.ts';
import { pushAnswer } from './push-answer.ts';
import { readBody } from './read-body.ts';
import type { Version } from './version.ts';

/** Answers a JSON-RPC request (section 9) in the version it asks for. */
export async function answerJsonRpc(asked: Asked, options: BindingOptions): Promise<Response> {
  const { request } = asked;
  let id: RpcId = null;
  let isStream03 = false;
  try {
    const body = await readBody(request, options.readJson);
    id = idIn(body);
    const call = callIn(body);
    const version = asked.version();
    const operation = rpcMethod(call.method, version);
    isStream03 = version === '0.3' && (operation === 'stream' || operation === 'subscribe');
    const params = version === '0.3' ? paramsFrom03(operation, call.params) : call.params;
    const outcome = await options.perform(operation, params, askingOf(asked, version));
    return answer(id, outcome, version, options);
  } catch (thrown) {
    const error = refusal(thrown, options.onError);
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id,
      error: rpcErrorOf(error, versionAsked(asked)),
    });
    // 0.3 clients that asked for a stream read errors from a stream only.
    if (isStream03) return new Response(encodeSse({ data: body }), { headers: SSE_HEADERS });
    const headers = { ...JSON_HEADERS, ...headersOfError(error) };
    return new Response(body, { status: rpcHttpStatusOf(error), headers });
  }
}

/** The version in whose form an error is written; that of 1.0 where the version asked for is not served. */
function versionAsked({ version }: Asked): Version {
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

/** The id of a request, even of an invalid one, so that its sender knows which request failed. */
function idIn(body: JsonValue): RpcId {
  const id = isJsonObject(body) ? body['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function callIn(body: JsonValue): RpcCall {
  if (Array.isArray(body)) throw invalidRequest('batches are not part of A2A: send one request');
  if (!isJsonObject(body)) throw invalidRequest('the request must be a JSON object');
  const { jsonrpc, id = null, method, params = {} } = body;
  if (jsonrpc !== '2.0') throw invalidRequest('jsonrpc must be "2.0"');
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') {
    throw invalidRequest('id must be a string or a number');
  }
  if (typeof method !== 'string') throw invalidRequest('method must be a string');
  return { method, params: fromProtoJson(params) };
}

function invalidRequest(message: string): A2AError {
  return new A2AError('invalid-request', message);
}

function answer(
  id: RpcId,
  outcome: Outcome,
  version: Version,
  { streams, onError }: BindingOptions,
): Response {
  if (outcome.kind !== 'stream') {
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(outcome, version) });
    return new Response(body, { headers: JSON_HEADERS });
  }
  const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},`;
  const eventForm = version === '1.0' ? (event: WireEvent) => event : eventTo03;
  const form: EventForm = {
    name: `JSON-RPC ${version}`,
    encode: (event, isPast) => JSON.stringify(eventForm(event, isPast)),
    around: [Buffer.from(`${head}"result":`), CLOSING],
    encodeError: (thrown) => {
      const error = rpcErrorOf(refusal(thrown, onError), version);
      return { data: `${head}"error":${JSON.stringify(error)}}` };
    },
  };
  return eventStream(outcome, form, streams);
}

function resultOf(outcome: Exclude<Outcome, { kind: 'stream' }>, version: Version): unknown {
  switch (outcome.kind) {
    case 'sent':
      return version === '1.0' ? { task: outcome.task } : taskTo03(outcome.task);
    case 'message':
      return version === '1.0' ? { message: outcome.message } : messageTo03(outcome.message);
    case 'task':
      return version === '1.0' ? outcome.task : taskTo03(outcome.task);
    case 'page':
      return outcome.page;
    case 'card':
      return outcome.card;
    case 'push-target':
    case 'push-targets':
    case 'push-removed':
      return pushAnswer(outcome, version);
  }
}

function paramsFrom03(operation: Operation, params: JsonValue): JsonValue {
  switch (operation) {
    case 'send':
    case 'stream':
      return sendParamsFrom03(params);
    case 'push-set':
    case 'push-get':
    case 'push-list':
    case 'push-remove':
      return pushParamsFrom03(params);
    default:
      return params;
  }
}
