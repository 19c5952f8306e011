import { isJsonObject, type JsonObject } from '../../../core/index.ts';
import {
  isEndOfInteraction,
  type WireArtifact,
  type WireEvent,
  type WireMessage,
  type WirePart,
  type WireStatus,
  type WireTask,
} from './wire-types.ts';

/** Converts to the JSON of the 0.3 protocol buffers. */
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

/** `final` means the same as over JSON-RPC. */
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
