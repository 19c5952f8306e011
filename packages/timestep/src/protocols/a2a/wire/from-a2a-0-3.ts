import { isJsonObject, type JsonObject, type JsonValue } from '#core';
import { pushConfigFromA2A03 } from './push-config.ts';
import { WIRE_STATES } from './wire-types.ts';
import { PART_FIELDS_KEY, WRAPPED_DATA_KEY } from './to-a2a-0-3.ts';

/** Converts A2A 0.3 parameters to 1.0. Values of other forms stay for the 1.0 reader. */
export function sendParamsFromA2A03(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { message, configuration, ...rest } = params;
  return {
    ...rest,
    ...(message !== undefined && { message: messageFromA2A03(message) }),
    ...(configuration !== undefined && { configuration: configurationFromA2A03(configuration) }),
  };
}

/** Converts the configuration of an A2A 0.3 message. Its default is that sending waits. */
export function configurationFromA2A03(configuration: JsonValue): JsonValue {
  if (!isJsonObject(configuration)) return configuration;
  const { blocking, pushNotificationConfig, ...rest } = configuration;
  return {
    ...rest,
    ...(blocking !== undefined && {
      returnImmediately: typeof blocking === 'boolean' ? !blocking : blocking,
    }),
    ...(pushNotificationConfig !== undefined && {
      taskPushNotificationConfig: pushConfigFromA2A03(pushNotificationConfig),
    }),
  };
}

export function taskFromA2A03(task: JsonObject): JsonObject {
  const { kind: _kind, status, artifacts, history, ...rest } = task;
  return {
    ...rest,
    ...(status !== undefined && { status: statusFromA2A03(status) }),
    ...(artifacts !== undefined && { artifacts: mapItems(artifacts, artifactFromA2A03) }),
    ...(history !== undefined && { history: mapItems(history, messageFromA2A03) }),
  };
}

/** Converts an A2A 0.3 result or stream event, and wraps it in the key that A2A 1.0 uses. */
export function eventFromA2A03(event: JsonObject): JsonObject {
  switch (event['kind']) {
    case 'task':
      return { task: taskFromA2A03(event) };
    case 'message':
      return { message: messageFromA2A03(event) };
    case 'status-update': {
      const { kind: _kind, final: _final, status, ...rest } = event;
      return { statusUpdate: { ...rest, status: statusFromA2A03(status ?? null) } };
    }
    case 'artifact-update': {
      const { kind: _kind, artifact, ...rest } = event;
      return { artifactUpdate: { ...rest, artifact: artifactFromA2A03(artifact ?? null) } };
    }
    default:
      return event;
  }
}

export function messageFromA2A03(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { kind: _kind, role, parts, ...rest } = message;
  return {
    ...rest,
    ...(role !== undefined && { role: roleFromA2A03(role) }),
    ...(parts !== undefined && { parts: mapItems(parts, partFromA2A03) }),
  };
}

function roleFromA2A03(role: JsonValue): JsonValue {
  if (role === 'user') return 'ROLE_USER';
  return role === 'agent' ? 'ROLE_AGENT' : role;
}

function statusFromA2A03(status: JsonValue): JsonValue {
  if (!isJsonObject(status)) return status;
  const { state, message, ...rest } = status;
  return {
    ...rest,
    state: stateFromA2A03(state),
    ...(message !== undefined && { message: messageFromA2A03(message) }),
  };
}

function stateFromA2A03(state: JsonValue | undefined): string {
  if (typeof state !== 'string') return 'TASK_STATE_UNSPECIFIED';
  const name = `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`;
  return WIRE_STATES.includes(name) ? name : 'TASK_STATE_UNSPECIFIED';
}

function artifactFromA2A03(artifact: JsonValue): JsonValue {
  if (!isJsonObject(artifact)) return artifact;
  const { parts, ...rest } = artifact;
  return { ...rest, ...(parts !== undefined && { parts: mapItems(parts, partFromA2A03) }) };
}

const KINDS: readonly string[] = ['text', 'file', 'data'];

/** Converts an A2A 0.3 part. If `kind` is absent, the fields of the part decide. */
function partFromA2A03(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { kind, file, ...rest } = part;
  // Fields of a part of unknown kind are dropped, because they may mean something else.
  if (typeof kind === 'string' && !KINDS.includes(kind)) return {};
  if (isJsonObject(file)) {
    const { bytes, uri, mimeType, name } = file;
    return {
      ...rest,
      ...(bytes !== undefined && { raw: bytes }),
      ...(uri !== undefined && { url: uri }),
      ...(mimeType !== undefined && { mediaType: mimeType }),
      ...(name !== undefined && { filename: name }),
    };
  }
  const { data, metadata } = rest;
  if (!isJsonObject(metadata)) return rest;
  const { [WRAPPED_DATA_KEY]: wrapped, [PART_FIELDS_KEY]: remarks, ...others } = metadata;
  if (wrapped === undefined && remarks === undefined) return rest;
  const isWrapped = wrapped === true && isJsonObject(data);
  const { metadata: _metadata, ...content } = rest;
  return {
    ...content,
    ...(isWrapped && { data: data['value'] ?? null }),
    ...(isJsonObject(remarks) && readPartFields(remarks)),
    ...(Object.keys(others).length > 0 && { metadata: others }),
  };
}

function readPartFields({ filename, mediaType }: JsonObject): JsonObject {
  return {
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

function mapItems(items: JsonValue, convert: (item: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(items) ? items.map(convert) : items;
}

/**
 * Converts a message in both 0.3 spellings: the JSON of its protocol buffers (`request`,
 * `content`), which SDKs send, and the JSON-RPC form (`message`, `parts`), which the specification
 * describes.
 */
export function sendParamsFromA2A03Rest(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { request, message, configuration, ...rest } = params;
  const given = request ?? message;
  return {
    ...rest,
    ...(given !== undefined && { message: messageFromA2A03Rest(given) }),
    ...(configuration !== undefined && {
      configuration: configurationFromA2A03Rest(configuration),
    }),
  };
}

function messageFromA2A03Rest(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { content, ...rest } = message;
  if (!Array.isArray(content)) return messageFromA2A03(message);
  return { ...rest, parts: content.map(partFromA2A03Rest) };
}

function configurationFromA2A03Rest(configuration: JsonValue): JsonValue {
  if (!isJsonObject(configuration)) return configuration;
  const { pushNotification, ...rest } = configuration;
  return configurationFromA2A03({
    ...rest,
    ...(pushNotification !== undefined && { pushNotificationConfig: pushNotification }),
  });
}

function partFromA2A03Rest(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { file, data, ...rest } = part;
  if (isJsonObject(file)) return { ...rest, ...fileFromA2A03Rest(file) };
  if (isJsonObject(data)) return { ...rest, data: data['data'] ?? null };
  return { ...rest, ...(file !== undefined && { file }), ...(data !== undefined && { data }) };
}

function fileFromA2A03Rest({ fileWithBytes, fileWithUri, mimeType, name }: JsonObject): JsonObject {
  return {
    ...(fileWithBytes !== undefined && { raw: fileWithBytes }),
    ...(fileWithUri !== undefined && { url: fileWithUri }),
    ...(mimeType !== undefined && { mediaType: mimeType }),
    ...(name !== undefined && { filename: name }),
  };
}
