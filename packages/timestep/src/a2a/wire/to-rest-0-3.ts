import { isJsonObject, type JsonObject } from '../../core/index.ts';
import {
  endsInteraction,
  type WireArtifact,
  type WireEvent,
  type WireMessage,
  type WirePart,
  type WireStatus,
  type WireTask,
} from './wire.ts';

/** From the 1.0 form to that of 0.3 over REST, which is the JSON of 0.3's protocol buffers. */
export function taskToRest03(task: WireTask): JsonObject {
  const { id, contextId, status, artifacts, history, metadata } = task;
  return {
    id,
    contextId,
    status: statusToRest03(status),
    ...(artifacts && { artifacts: artifacts.map(artifactToRest03) }),
    ...(history && { history: history.map(messageToRest03) }),
    ...(metadata && { metadata }),
  };
}

/** `final` has the same meaning as over JSON-RPC. */
export function eventToRest03(event: WireEvent, isPast = false): JsonObject {
  if ('task' in event) return { task: taskToRest03(event.task) };
  if ('message' in event) return { msg: messageToRest03(event.message) };
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const final = !isPast && endsInteraction(status.state);
    return { statusUpdate: { ...rest, status: statusToRest03(status), final } };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { artifactUpdate: { ...rest, artifact: artifactToRest03(artifact) } };
}

function statusToRest03({ state, message, timestamp }: WireStatus): JsonObject {
  return {
    state: state === 'TASK_STATE_CANCELED' ? 'TASK_STATE_CANCELLED' : state,
    ...(message && { message: messageToRest03(message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function messageToRest03({ parts, extensions, ...message }: WireMessage): JsonObject {
  return {
    ...message,
    content: parts.map(partToRest03),
    ...(extensions && { extensions }),
  };
}

function artifactToRest03({ parts, ...artifact }: WireArtifact): JsonObject {
  return { ...artifact, parts: parts.map(partToRest03) };
}

function partToRest03(part: WirePart): JsonObject {
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
