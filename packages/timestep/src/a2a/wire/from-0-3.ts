import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { pushConfigFrom03 } from './push-config.ts';
import { WIRE_STATES } from './state.ts';
import { PART_REMARKS, WRAPPED_DATA } from './to-0-3.ts';

/**
 * From 0.3 over JSON-RPC to the 1.0 form. Anything that does not look like 0.3 is passed on as it
 * is, because only the reader of the 1.0 form checks it.
 */
export function sendParamsFrom03(params: JsonValue): JsonValue {
  if (!isJsonObject(params)) return params;
  const { message, configuration, ...rest } = params;
  return {
    ...rest,
    ...(message !== undefined && { message: messageFrom03(message) }),
    ...(configuration !== undefined && { configuration: configurationFrom03(configuration) }),
  };
}

/** Sends wait for the task by default, with or without a configuration. */
export function configurationFrom03(configuration: JsonValue): JsonValue {
  if (!isJsonObject(configuration)) return configuration;
  const { blocking, pushNotificationConfig, ...rest } = configuration;
  return {
    ...rest,
    ...(blocking !== undefined && {
      returnImmediately: typeof blocking === 'boolean' ? !blocking : blocking,
    }),
    ...(pushNotificationConfig !== undefined && {
      taskPushNotificationConfig: pushConfigFrom03(pushNotificationConfig),
    }),
  };
}

export function taskFrom03(task: JsonObject): JsonObject {
  const { kind: _kind, status, artifacts, history, ...rest } = task;
  return {
    ...rest,
    ...(status !== undefined && { status: statusFrom03(status) }),
    ...(artifacts !== undefined && { artifacts: eachOf(artifacts, artifactFrom03) }),
    ...(history !== undefined && { history: eachOf(history, messageFrom03) }),
  };
}

/** A result or stream event of a peer, wrapped as 1.0 wraps it. */
export function eventFrom03(event: JsonObject): JsonObject {
  switch (event['kind']) {
    case 'task':
      return { task: taskFrom03(event) };
    case 'message':
      return { message: messageFrom03(event) };
    case 'status-update': {
      const { kind: _kind, final: _final, status, ...rest } = event;
      return { statusUpdate: { ...rest, status: statusFrom03(status ?? null) } };
    }
    case 'artifact-update': {
      const { kind: _kind, artifact, ...rest } = event;
      return { artifactUpdate: { ...rest, artifact: artifactFrom03(artifact ?? null) } };
    }
    default:
      return event;
  }
}

export function messageFrom03(message: JsonValue): JsonValue {
  if (!isJsonObject(message)) return message;
  const { kind: _kind, role, parts, ...rest } = message;
  return {
    ...rest,
    ...(role !== undefined && { role: roleFrom03(role) }),
    ...(parts !== undefined && { parts: eachOf(parts, partFrom03) }),
  };
}

function roleFrom03(role: JsonValue): JsonValue {
  if (role === 'user') return 'ROLE_USER';
  return role === 'agent' ? 'ROLE_AGENT' : role;
}

function statusFrom03(status: JsonValue): JsonValue {
  if (!isJsonObject(status)) return status;
  const { state, message, ...rest } = status;
  return {
    ...rest,
    state: stateFrom03(state),
    ...(message !== undefined && { message: messageFrom03(message) }),
  };
}

function stateFrom03(state: JsonValue | undefined): string {
  if (typeof state !== 'string') return 'TASK_STATE_UNSPECIFIED';
  const name = `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`;
  return WIRE_STATES.includes(name) ? name : 'TASK_STATE_UNSPECIFIED';
}

function artifactFrom03(artifact: JsonValue): JsonValue {
  if (!isJsonObject(artifact)) return artifact;
  const { parts, ...rest } = artifact;
  return { ...rest, ...(parts !== undefined && { parts: eachOf(parts, partFrom03) }) };
}

const KINDS: readonly string[] = ['text', 'file', 'data'];

/** The content decides where there is no `kind`, which many senders leave out. */
function partFrom03(part: JsonValue): JsonValue {
  if (!isJsonObject(part)) return part;
  const { kind, file, ...rest } = part;
  // A part of a kind that 0.3 does not have says something else than its fields: it has no content here.
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
  const { [WRAPPED_DATA]: wrapped, [PART_REMARKS]: remarks, ...others } = metadata;
  if (wrapped === undefined && remarks === undefined) return rest;
  const isWrapped = wrapped === true && isJsonObject(data);
  const { metadata: _metadata, ...content } = rest;
  return {
    ...content,
    ...(isWrapped && { data: data['value'] ?? null }),
    ...(isJsonObject(remarks) && remarksIn(remarks)),
    ...(Object.keys(others).length > 0 && { metadata: others }),
  };
}

function remarksIn({ filename, mediaType }: JsonObject): JsonObject {
  return {
    ...(filename !== undefined && { filename }),
    ...(mediaType !== undefined && { mediaType }),
  };
}

function eachOf(items: JsonValue, translate: (item: JsonValue) => JsonValue): JsonValue {
  return Array.isArray(items) ? items.map(translate) : items;
}
