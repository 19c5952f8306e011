import { isJsonObject, type JsonObject } from '#core';
import { messageFromA2A03 } from '../wire/from-a2a-0-3.ts';
import { findOperation, type Operation } from '../wire/rpc-methods.ts';
import { messageToA2A03Rest } from '../wire/to-a2a-0-3.ts';
import type { WireMessage } from '../wire/wire-types.ts';

/** A request of the REST binding. Without a body it is a GET request, otherwise POST. */
export interface RestCall {
  /** Path to append to the URL of the agent's REST interface. */
  readonly path: string;
  readonly body?: JsonObject;
}

/** Converts a JSON-RPC call of A2A 1.0 (section 11.3) or 0.3 (section 3.5.6) to REST. */
export function rpcToRestCall(method: string, given: JsonObject): RestCall {
  const { tenant: _tenant, ...params } = given;
  const current = findOperation(method, '1.0');
  if (current !== undefined) return buildRestCall(current, method, params);
  const operation = findOperation(method, '0.3');
  if (operation === undefined) throw createMethodError(method);
  const call = buildRestCall(operation, method, convertMessageParams(params));
  const path = operation === 'extended-card' ? '/card' : call.path;
  return { ...call, path: `/v1${path}` };
}

function buildRestCall(operation: Operation, method: string, params: JsonObject): RestCall {
  const { id, ...others } = params;
  const task = `/tasks/${encodeURIComponent(typeof id === 'string' ? id : '')}`;
  switch (operation) {
    case 'send':
      return { path: '/message:send', body: params };
    case 'stream':
      return { path: '/message:stream', body: params };
    case 'get':
      return { path: task };
    case 'list':
      return { path: `/tasks?${toQuery(params)}` };
    case 'cancel':
      return { path: `${task}:cancel`, body: others };
    case 'extended-card':
      return { path: '/extendedAgentCard' };
    case 'subscribe':
      return { path: `${task}:subscribe` };
    case 'push-set':
    case 'push-get':
    case 'push-list':
    case 'push-remove':
      throw createMethodError(method);
  }
}

function createMethodError(method: string): Error {
  return new Error(`the REST binding does not support the method ${method}`);
}

/** Converts the parameters of a message call to the JSON form of A2A 0.3's protocol buffers. */
function convertMessageParams({ message, ...rest }: JsonObject): JsonObject {
  if (!isJsonObject(message)) return rest;
  const wire = messageFromA2A03(message) as unknown as WireMessage;
  return { request: messageToA2A03Rest(wire), ...rest };
}

function toQuery(params: JsonObject): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  return query.toString();
}
