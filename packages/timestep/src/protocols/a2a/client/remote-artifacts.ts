import {
  createFields,
  isJsonObject,
  type Artifact,
  type ContentPart,
  type JsonObject,
  type JsonValue,
} from '#core';
import { A2AError } from '../wire/a2a-error.ts';
import { FIELD_RULES } from '../wire/a2a-fields.ts';
import { partsToContent } from '../wire/parts-to-content.ts';
import { getStringOrEmpty } from './lenient-fields.ts';

/** An artifact of which some chunks have arrived. Later chunks are appended to `parts`. */
export interface ReceivedArtifact {
  readonly properties: JsonObject;
  readonly parts: JsonValue[];
}

/**
 * Metadata types of parts in which Google's ADK shows calls of its own tools
 * (`a2a/converters/part_converter.py`).
 */
const INNER_CALLS: readonly (JsonValue | undefined)[] = ['function_call', 'function_response'];

/** Removes a remote agent's own tool calls from its artifact, because they are not part of its output. */
export function removeInnerCalls(artifact: JsonObject): JsonObject {
  const { parts } = artifact;
  if (!Array.isArray(parts) || !parts.some(isAdkInnerCall)) return artifact;
  return { ...artifact, parts: parts.filter((part: JsonValue) => !isAdkInnerCall(part)) };
}

function isAdkInnerCall(part: JsonValue): boolean {
  if (!isJsonObject(part) || !isJsonObject(part['metadata'])) return false;
  return INNER_CALLS.includes(part['metadata']['adk_type']);
}

/** Returns an artifact after a further chunk. Without `before`, the chunk is the whole artifact. */
export function appendArtifactChunk(
  artifact: JsonObject,
  before: ReceivedArtifact | undefined,
): ReceivedArtifact {
  const { parts, ...properties } = artifact;
  const added: readonly JsonValue[] = Array.isArray(parts) ? parts : [];
  if (!before) return { properties, parts: [...added] };
  before.parts.push(...added);
  return before;
}

/** Lists the artifacts of a task, without texts that its answer or question already contains. */
export function listArtifactsBesidesAnswer(
  artifacts: readonly { readonly text: string; readonly received: ReceivedArtifact }[],
  used: readonly string[],
): Artifact[] {
  return artifacts.flatMap(({ text, received }) => {
    const artifact = receivedToArtifact(received);
    if (!artifact || isReplyArtifact(received.properties)) return [];
    const isText = artifact.parts.every(({ type }) => type === 'text');
    return isText && used.includes(text) ? [] : [artifact];
  });
}

/**
 * Returns whether an artifact is the text of a reply, in the form in which Timestep agents send it.
 */
export function isReplyArtifact({ artifactId, name }: JsonObject): boolean {
  return name === 'answer' && typeof artifactId === 'string' && /^answer-\d+$/.test(artifactId);
}

function receivedToArtifact({ properties, parts }: ReceivedArtifact): Artifact | undefined {
  const artifact_id = getStringOrEmpty(properties, 'artifactId');
  const content = partsToReadableContent(parts);
  if (artifact_id === '' || content.length === 0) return undefined;
  const { name, description, metadata } = properties;
  return {
    artifact_id,
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof description === 'string' && description !== '' && { description }),
    parts: content,
    ...(isJsonObject(metadata) && { metadata }),
  };
}

/** Converts artifact parts. Skips unreadable parts and joins chunks of text. */
function partsToReadableContent(parts: readonly JsonValue[]): ContentPart[] {
  const content: ContentPart[] = [];
  let texts: string[] = [];
  const close = (): void => {
    if (texts.length > 0) content.push({ type: 'text', text: texts.join('') });
    texts = [];
  };
  for (const part of parts.flatMap(partToContent)) {
    if (part.type === 'text' && Object.keys(part).length === 2) {
      texts.push(part.text);
    } else {
      close();
      content.push(part);
    }
  }
  close();
  return content;
}

function partToContent(part: JsonValue): readonly ContentPart[] {
  try {
    return partsToContent(createFields({ parts: [part] }, FIELD_RULES)).content;
  } catch (thrown) {
    if (thrown instanceof A2AError) return [];
    throw thrown;
  }
}
