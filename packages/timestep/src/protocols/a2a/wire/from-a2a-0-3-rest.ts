import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import {
  artifactFromA2A03Rest,
  eventFromA2A03,
  messageFromA2A03Rest,
  stateFromA2A03,
} from './from-a2a-0-3.ts';
import { fieldsFromProtoJson } from './from-proto-json.ts';

/** A2A 1.0 names of the objects that a result of A2A 0.3 over REST contains. */
const EVENT_NAMES: Readonly<Record<string, string>> = {
  task: 'task',
  msg: 'message',
  message: 'message',
  statusUpdate: 'statusUpdate',
  artifactUpdate: 'artifactUpdate',
};

/**
 * Converts a result or stream event of A2A 0.3 over REST to an event of A2A 1.0. Servers send protocol buffer JSON,
 * or JSON of the specification with a `kind`; a task may be without a wrapper.
 */
export function eventFromA2A03Rest(value: JsonObject): JsonObject {
  const result = fieldsFromProtoJson(value);
  if (typeof result['kind'] === 'string') return eventFromA2A03(result);
  for (const [given, name] of Object.entries(EVENT_NAMES)) {
    const inner = result[given];
    if (!isJsonObject(inner)) continue;
    return typeof inner['kind'] === 'string'
      ? eventFromA2A03(inner)
      : { [name]: fieldsFromA2A03Rest(name, inner) };
  }
  return isJsonObject(result['status']) ? { task: fieldsFromA2A03Rest('task', result) } : result;
}

function fieldsFromA2A03Rest(name: string, fields: JsonObject): JsonValue {
  if (name === 'message') return messageFromA2A03Rest(fields);
  const { status, artifacts, artifact, history, final: _final, ...rest } = fields;
  return {
    ...rest,
    ...(status !== undefined && { status: statusFromA2A03Rest(status) }),
    ...(artifact !== undefined && { artifact: artifactFromA2A03Rest(artifact) }),
    ...(Array.isArray(artifacts) && { artifacts: artifacts.map(artifactFromA2A03Rest) }),
    ...(Array.isArray(history) && { history: history.map(messageFromA2A03Rest) }),
  };
}

function statusFromA2A03Rest(status: JsonValue): JsonValue {
  if (!isJsonObject(status)) return status;
  const { state, message, update, ...rest } = status;
  // In the protocol buffers of 0.3, the message of a status was first called `update`.
  const said = message ?? update;
  return {
    ...rest,
    state: stateFromA2A03Rest(state ?? ''),
    ...(said !== undefined && { message: messageFromA2A03Rest(said) }),
  };
}

function stateFromA2A03Rest(state: JsonValue): JsonValue {
  if (state === 'TASK_STATE_CANCELLED') return 'TASK_STATE_CANCELED';
  const isSpelledOut = typeof state === 'string' && state.startsWith('TASK_STATE_');
  return isSpelledOut ? state : stateFromA2A03(state);
}
