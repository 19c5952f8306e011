import { isJsonObject, type JsonObject } from '#core';
import {
  stateFromWire,
  isEndOfInteraction,
  type WireArtifact,
  type WireEvent,
  type WireMessage,
  type WirePart,
  type WireStatus,
  type WireTask,
} from './wire-types.ts';

/** Metadata key of official SDKs for data that was wrapped in an object for A2A 0.3. */
export const WRAPPED_DATA_KEY = 'data_part_compat';

/** Metadata key for a part's file name and media type if A2A 0.3 has no field for them. */
export const PART_FIELDS_KEY = 'https://timestep.dev/a2a/part';

/** Converts a task to A2A 0.3: adds `kind` fields and uses lower-case names. */
export function taskToA2A03(task: WireTask): JsonObject {
  const { id, contextId, status, artifacts, history, metadata } = task;
  return {
    kind: 'task',
    id,
    contextId,
    status: statusToA2A03(status),
    ...(artifacts && { artifacts: artifacts.map(artifactToA2A03) }),
    ...(history && { history: history.map(messageToA2A03) }),
    ...(metadata && { metadata }),
  };
}

export function messageToA2A03(message: WireMessage): JsonObject {
  const { role, parts, extensions, ...rest } = message;
  return {
    kind: 'message',
    ...rest,
    role: role === 'ROLE_USER' ? 'user' : 'agent',
    parts: parts.map(partToA2A03),
    ...(extensions && { extensions }),
  };
}

/** Converts an event to A2A 0.3. `final` marks events after which the client must act. */
export function eventToA2A03(event: WireEvent, isPast = false): JsonObject {
  if ('task' in event) return taskToA2A03(event.task);
  if ('message' in event) return messageToA2A03(event.message);
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const final = !isPast && isEndOfInteraction(status.state);
    return { kind: 'status-update', ...rest, status: statusToA2A03(status), final };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { kind: 'artifact-update', ...rest, artifact: artifactToA2A03(artifact) };
}

function statusToA2A03({ state, message, timestamp }: WireStatus): JsonObject {
  return {
    state: stateFromWire(state),
    ...(message && { message: messageToA2A03(message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function artifactToA2A03({ parts, ...artifact }: WireArtifact): JsonObject {
  return { ...artifact, parts: parts.map(partToA2A03) };
}

function partToA2A03(part: WirePart): JsonObject {
  const metadata = part.metadata && { metadata: part.metadata };
  if ('text' in part) return { kind: 'text', text: part.text, ...getA2A03PartMetadata(part) };
  if ('data' in part) {
    if (isJsonObject(part.data))
      return { kind: 'data', data: part.data, ...getA2A03PartMetadata(part) };
    const marked = { ...getA2A03PartMetadata(part).metadata, [WRAPPED_DATA_KEY]: true };
    return { kind: 'data', data: { value: part.data }, metadata: marked };
  }
  const file = {
    ...('raw' in part ? { bytes: part.raw } : { uri: part.url }),
    ...(part.mediaType !== undefined && { mimeType: part.mediaType }),
    ...(part.filename !== undefined && { name: part.filename }),
  };
  return { kind: 'file', file, ...metadata };
}

/** A2A 0.3 has fields for the file name and media type only in file parts. */
function getA2A03PartMetadata({ filename, mediaType, metadata, ...rest }: WirePart): {
  metadata?: JsonObject;
} {
  const isTold = mediaType === undefined || ('data' in rest && mediaType === 'application/json');
  const remarks = {
    ...(filename !== undefined && { filename }),
    ...(!isTold && { mediaType }),
  };
  if (Object.keys(remarks).length === 0) return metadata ? { metadata } : {};
  return { metadata: { ...metadata, [PART_FIELDS_KEY]: remarks } };
}

/** Converts a task to the JSON of the A2A 0.3 protocol buffers. */
export function taskToA2A03Rest(task: WireTask): JsonObject {
  const { id, contextId, status, artifacts, history, metadata } = task;
  return {
    id,
    contextId,
    status: statusToA2A03Rest(status),
    ...(artifacts && { artifacts: artifacts.map(artifactToA2A03Rest) }),
    ...(history && { history: history.map(messageToA2A03Rest) }),
    ...(metadata && { metadata }),
  };
}

/** Converts an event to A2A 0.3 over REST. `final` means the same as over JSON-RPC. */
export function eventToA2A03Rest(event: WireEvent, isPast = false): JsonObject {
  if ('task' in event) return { task: taskToA2A03Rest(event.task) };
  if ('message' in event) return { msg: messageToA2A03Rest(event.message) };
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const final = !isPast && isEndOfInteraction(status.state);
    return { statusUpdate: { ...rest, status: statusToA2A03Rest(status), final } };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { artifactUpdate: { ...rest, artifact: artifactToA2A03Rest(artifact) } };
}

function statusToA2A03Rest({ state, message, timestamp }: WireStatus): JsonObject {
  return {
    state: state === 'TASK_STATE_CANCELED' ? 'TASK_STATE_CANCELLED' : state,
    ...(message && { message: messageToA2A03Rest(message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function messageToA2A03Rest({ parts, extensions, ...message }: WireMessage): JsonObject {
  return {
    ...message,
    content: parts.map(partToA2A03Rest),
    ...(extensions && { extensions }),
  };
}

function artifactToA2A03Rest({ parts, ...artifact }: WireArtifact): JsonObject {
  return { ...artifact, parts: parts.map(partToA2A03Rest) };
}

function partToA2A03Rest(part: WirePart): JsonObject {
  if ('text' in part) return { text: part.text };
  if ('data' in part) {
    return { data: { data: isJsonObject(part.data) ? part.data : { value: part.data } } };
  }
  return {
    file: {
      ...('raw' in part ? { fileWithBytes: part.raw } : { fileWithUri: part.url }),
      ...(part.mediaType !== undefined && { mimeType: part.mediaType }),
      ...(part.filename !== undefined && { name: part.filename }),
    },
  };
}
