import { isJsonObject, omitUndefined, type JsonObject } from '#core';
import {
  stateFromWire,
  isEndedOrWaitingState,
  type WireArtifact,
  type WireEvent,
  type WireMessage,
  type WirePart,
  type WireState,
  type WireStatus,
  type WireTask,
} from './wire-types.ts';

/** Metadata key with which official SDKs mark data that was wrapped in an object for A2A 0.3. */
export const WRAPPED_DATA_KEY = 'data_part_compat';

/** Metadata key for a part's file name and media type, for parts that have no such fields in A2A 0.3. */
export const PART_FIELDS_KEY = 'https://timestep.dev/a2a/part';

/** Converters that differ between the bindings of A2A 0.3: REST uses protocol buffer JSON. */
interface BindingConverters {
  readonly state: (state: WireState) => string;
  readonly message: (message: WireMessage) => JsonObject;
  readonly part: (part: WirePart) => JsonObject;
}

const JSON_RPC: BindingConverters = {
  state: stateFromWire,
  message: messageToA2A03,
  part: partToA2A03,
};

const REST: BindingConverters = {
  state: (state) => (state === 'TASK_STATE_CANCELED' ? 'TASK_STATE_CANCELLED' : state),
  message: messageToA2A03Rest,
  part: partToA2A03Rest,
};

/** Converts a task to A2A 0.3: adds `kind` fields and uses lower-case names. */
export function taskToA2A03(task: WireTask): JsonObject {
  return Object.assign(convertTask(task, JSON_RPC), { kind: 'task' });
}

export function taskToA2A03Rest(task: WireTask): JsonObject {
  return convertTask(task, REST);
}

const KINDS = {
  task: 'task',
  message: 'message',
  statusUpdate: 'status-update',
  artifactUpdate: 'artifact-update',
} as const;

/** Converts an event to A2A 0.3. `final` is true for events after which the client must act. */
export function eventToA2A03(event: WireEvent, isPast = false): JsonObject {
  const [name, fields] = convertEvent(event, isPast, JSON_RPC);
  return Object.assign(fields, { kind: KINDS[name] });
}

export function eventToA2A03Rest(event: WireEvent, isPast = false): JsonObject {
  const [name, fields] = convertEvent(event, isPast, REST);
  return { [name === 'message' ? 'msg' : name]: fields };
}

function convertEvent(
  event: WireEvent,
  isPast: boolean,
  converters: BindingConverters,
): readonly [name: keyof typeof KINDS, fields: JsonObject] {
  if ('task' in event) return ['task', convertTask(event.task, converters)];
  if ('message' in event) return ['message', converters.message(event.message)];
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const final = !isPast && isEndedOrWaitingState(status.state);
    return ['statusUpdate', { ...rest, status: convertStatus(status, converters), final }];
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return ['artifactUpdate', { ...rest, artifact: convertArtifact(artifact, converters) }];
}

function convertTask(
  { id, contextId, status, artifacts, history, metadata }: WireTask,
  converters: BindingConverters,
): JsonObject {
  return omitUndefined({
    id,
    contextId,
    status: convertStatus(status, converters),
    artifacts: artifacts?.map((artifact) => convertArtifact(artifact, converters)),
    history: history?.map(converters.message),
    metadata,
  });
}

function convertStatus(
  { state, message, timestamp }: WireStatus,
  converters: BindingConverters,
): JsonObject {
  return omitUndefined({
    state: converters.state(state),
    message: message && converters.message(message),
    timestamp,
  });
}

function convertArtifact(
  { parts, ...artifact }: WireArtifact,
  { part }: BindingConverters,
): JsonObject {
  return { ...artifact, parts: parts.map(part) };
}

export function messageToA2A03({ role, parts, ...message }: WireMessage): JsonObject {
  return {
    kind: 'message',
    ...message,
    role: role === 'ROLE_USER' ? 'user' : 'agent',
    parts: parts.map(partToA2A03),
  };
}

/** Converts a message to the JSON of the protocol buffers of A2A 0.3. */
export function messageToA2A03Rest({ parts, ...message }: WireMessage): JsonObject {
  return { ...message, content: parts.map(partToA2A03Rest) };
}

function partToA2A03(part: WirePart): JsonObject {
  if ('text' in part) return { kind: 'text', text: part.text, ...getA2A03PartMetadata(part) };
  if ('data' in part) {
    if (isJsonObject(part.data))
      return { kind: 'data', data: part.data, ...getA2A03PartMetadata(part) };
    const marked = { ...getA2A03PartMetadata(part).metadata, [WRAPPED_DATA_KEY]: true };
    return { kind: 'data', data: { value: part.data }, metadata: marked };
  }
  const { mediaType: mimeType, filename: name, metadata } = part;
  const content = 'raw' in part ? { bytes: part.raw } : { uri: part.url };
  const file = omitUndefined({ ...content, mimeType, name });
  return { kind: 'file', file, ...(metadata && { metadata }) };
}

/** A2A 0.3 has fields for the file name and media type only in file parts. */
function getA2A03PartMetadata({ filename, mediaType, metadata, ...rest }: WirePart): {
  metadata?: JsonObject;
} {
  const isTold = 'data' in rest && mediaType === 'application/json';
  const fields = omitUndefined({ filename, mediaType: isTold ? undefined : mediaType });
  if (Object.keys(fields).length === 0) return metadata ? { metadata } : {};
  return { metadata: { ...metadata, [PART_FIELDS_KEY]: fields } };
}

function partToA2A03Rest(part: WirePart): JsonObject {
  if ('text' in part) return { text: part.text };
  if ('data' in part) {
    return { data: { data: isJsonObject(part.data) ? part.data : { value: part.data } } };
  }
  const { mediaType: mimeType, filename: name } = part;
  const content = 'raw' in part ? { fileWithBytes: part.raw } : { fileWithUri: part.url };
  return { file: omitUndefined({ ...content, mimeType, name }) };
}
