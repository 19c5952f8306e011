import { isJsonObject, type JsonObject } from '../../core/index.ts';
import { stateFromWire } from './state.ts';
import {
  endsInteraction,
  type WireArtifact,
  type WireEvent,
  type WireMessage,
  type WirePart,
  type WireStatus,
  type WireTask,
} from './wire.ts';

/** The mark that the official SDKs put on data that was wrapped, because 0.3 knows objects only. */
export const WRAPPED_DATA = 'data_part_compat';

/** The key of a part's metadata for its name and media type, where 0.3 has no field for them. */
export const PART_REMARKS = 'https://timestep.dev/a2a/part';

/** From the 1.0 form to that of 0.3 over JSON-RPC: `kind` everywhere, lower-case names. */
export function taskTo03(task: WireTask): JsonObject {
  const { id, contextId, status, artifacts, history, metadata } = task;
  return {
    kind: 'task',
    id,
    contextId,
    status: statusTo03(status),
    ...(artifacts && { artifacts: artifacts.map(artifactTo03) }),
    ...(history && { history: history.map(messageTo03) }),
    ...(metadata && { metadata }),
  };
}

export function messageTo03(message: WireMessage): JsonObject {
  const { role, parts, extensions, ...rest } = message;
  return {
    kind: 'message',
    ...rest,
    role: role === 'ROLE_USER' ? 'user' : 'agent',
    parts: parts.map(partTo03),
    ...(extensions && { extensions }),
  };
}

/**
 * `final` marks the last event of an interaction, also where a client must act. A past event is
 * never final, because more events follow.
 */
export function eventTo03(event: WireEvent, isPast = false): JsonObject {
  if ('task' in event) return taskTo03(event.task);
  if ('message' in event) return messageTo03(event.message);
  if ('statusUpdate' in event) {
    const { status, ...rest } = event.statusUpdate;
    const final = !isPast && endsInteraction(status.state);
    return { kind: 'status-update', ...rest, status: statusTo03(status), final };
  }
  const { artifact, ...rest } = event.artifactUpdate;
  return { kind: 'artifact-update', ...rest, artifact: artifactTo03(artifact) };
}

function statusTo03({ state, message, timestamp }: WireStatus): JsonObject {
  return {
    state: stateFromWire(state),
    ...(message && { message: messageTo03(message) }),
    ...(timestamp !== undefined && { timestamp }),
  };
}

function artifactTo03({ parts, ...artifact }: WireArtifact): JsonObject {
  return { ...artifact, parts: parts.map(partTo03) };
}

function partTo03(part: WirePart): JsonObject {
  const metadata = part.metadata && { metadata: part.metadata };
  if ('text' in part) return { kind: 'text', text: part.text, ...remarked(part) };
  if ('data' in part) {
    if (isJsonObject(part.data)) return { kind: 'data', data: part.data, ...remarked(part) };
    const marked = { ...remarked(part).metadata, [WRAPPED_DATA]: true };
    return { kind: 'data', data: { value: part.data }, metadata: marked };
  }
  const file = {
    ...('raw' in part ? { bytes: part.raw } : { uri: part.url }),
    ...(part.mediaType !== undefined && { mimeType: part.mediaType }),
    ...(part.filename !== undefined && { name: part.filename }),
  };
  return { kind: 'file', file, ...metadata };
}

/** The metadata of a text or of data, with what 0.3 has fields for in files only. */
function remarked({ filename, mediaType, metadata, ...rest }: WirePart): { metadata?: JsonObject } {
  const isTold = mediaType === undefined || ('data' in rest && mediaType === 'application/json');
  const remarks = {
    ...(filename !== undefined && { filename }),
    ...(!isTold && { mediaType }),
  };
  if (Object.keys(remarks).length === 0) return metadata ? { metadata } : {};
  return { metadata: { ...metadata, [PART_REMARKS]: remarks } };
}
