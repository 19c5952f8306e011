import {
  isJsonObject,
  type Artifact,
  type ContentPart,
  type JsonObject,
  type JsonValue,
} from '../../core/index.ts';
import { A2AError } from '../wire/a2a-error.ts';
import { partsToContent } from '../wire/parts-to-content.ts';
import { stringIn } from './lenient-fields.ts';

/** An artifact of a peer and its parts so far; further pieces are added to `parts`. */
export interface Given {
  readonly about: JsonObject;
  readonly parts: JsonValue[];
}

/** An artifact after one more piece of it; without `before`, the piece is all of it. */
export function givenBy(artifact: JsonObject, before: Given | undefined): Given {
  const { parts, ...about } = artifact;
  const added: readonly JsonValue[] = Array.isArray(parts) ? parts : [];
  if (!before) return { about, parts: [...added] };
  before.parts.push(...added);
  return before;
}

/**
 * What a peer gave beside its answer: artifacts that hold more than text, and texts where the status says
 * the answer, which is another artifact.
 */
export function giftsIn(
  artifacts: readonly { readonly text: string; readonly given: Given }[],
  said: string,
): Artifact[] {
  const isAnswered = said !== '' && artifacts.some(({ text }) => text === said);
  return artifacts.flatMap(({ text, given }) => {
    const artifact = artifactOf(given);
    if (!artifact || isStep(artifact)) return [];
    const isText = artifact.parts.every(({ type }) => type === 'text');
    return isText && (!isAnswered || text === said) ? [] : [artifact];
  });
}

/** True of the text of a reply, as agents of ours send it. */
function isStep({ artifact_id, name }: Artifact): boolean {
  return name === 'answer' && /^answer-\d+$/.test(artifact_id);
}

function artifactOf({ about, parts }: Given): Artifact | undefined {
  const artifact_id = stringIn(about, 'artifactId');
  const content = contentOf(parts);
  if (artifact_id === '' || content.length === 0) return undefined;
  const { name, description, metadata } = about;
  return {
    artifact_id,
    ...(typeof name === 'string' && name !== '' && { name }),
    ...(typeof description === 'string' && description !== '' && { description }),
    parts: content,
    ...(isJsonObject(metadata) && { metadata }),
  };
}

/** The parts that can be read; pieces of one text are joined. */
function contentOf(parts: readonly JsonValue[]): ContentPart[] {
  const content: ContentPart[] = [];
  let texts: string[] = [];
  const close = (): void => {
    if (texts.length > 0) content.push({ type: 'text', text: texts.join('') });
    texts = [];
  };
  for (const part of parts.flatMap(readPart)) {
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

function readPart(part: JsonValue): readonly ContentPart[] {
  try {
    return partsToContent([part], 'parts', { resultsInText: false }).content;
  } catch (thrown) {
    if (thrown instanceof A2AError) return [];
    throw thrown;
  }
}
