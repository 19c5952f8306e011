import type { Artifact, AssistantMessage, Citation, ContentPart } from '#core';
import {
  createOutputText,
  createSummaryText,
  type Annotation,
  type ArtifactMetadata,
  type OutputMessageItem,
  type OutputText,
  type ReasoningItem,
  type UrlCitation,
} from '../wire/response-item.ts';
import {
  addItem,
  endOutputItem,
  getUnsentRest,
  type ItemPosition,
  type ResponseOutput,
} from './response-output.ts';

/** A text or reasoning item that is being streamed. */
export interface OpenText {
  readonly place: ItemPosition;
  /** The model attempt that may add text: no other may, because sent text cannot be retracted. */
  readonly attempt: number;
  shown: string;
}

export function startText(
  output: ResponseOutput,
  attempt: number,
  artifact?: ArtifactMetadata,
): OpenText {
  const { place } = addItem(output, 'msg', (id) =>
    createOutputMessage(id, [], 'in_progress', artifact),
  );
  const part = createOutputText('');
  output.events.push({ type: 'response.content_part.added', ...place, content_index: 0, part });
  return { place, attempt, shown: '' };
}

export function appendTextDelta({ events }: ResponseOutput, text: OpenText, delta: string): void {
  text.shown += delta;
  const at = { ...text.place, content_index: 0 };
  events.push({ type: 'response.output_text.delta', ...at, delta, logprobs: [] });
}

/** Ends a streamed text: sends what was not sent yet. `part` contains the complete text. */
export function endTextItem(
  output: ResponseOutput,
  open: OpenText,
  part: OutputText,
  status: 'completed' | 'incomplete',
  artifact?: ArtifactMetadata,
): void {
  const { events } = output;
  const { text, annotations } = part;
  const rest = getUnsentRest(text, open.shown);
  if (rest !== '') appendTextDelta(output, open, rest);
  const at = { ...open.place, content_index: 0 };
  annotations.forEach((annotation, annotation_index) => {
    const type = 'response.output_text.annotation.added';
    events.push({ type, ...at, annotation_index, annotation });
  });
  events.push({ type: 'response.output_text.done', ...at, text, logprobs: [] });
  events.push({ type: 'response.content_part.done', ...at, part });
  endOutputItem(
    output,
    open.place,
    createOutputMessage(open.place.item_id, [part], status, artifact),
  );
}

function createOutputMessage(
  id: string,
  content: readonly OutputText[],
  status: OutputMessageItem['status'],
  artifact: ArtifactMetadata | undefined,
): OutputMessageItem {
  const item = { id, type: 'message', status, role: 'assistant', content } as const;
  return artifact ? { ...item, artifact } : item;
}

/** The annotation covers the whole text, because providers cite per text. */
export function citationToAnnotation(citation: Citation, text: string): Annotation {
  switch (citation.type) {
    case 'url': {
      const { url, title = url } = citation;
      return { type: 'url_citation', start_index: 0, end_index: text.length, url, title };
    }
    case 'file': {
      const { filename } = citation;
      return { type: 'file_citation', index: text.length, file_id: filename, filename };
    }
  }
}

/** Adds an artifact as a message: its name, then its parts. Files appear as names with citations. */
export function addArtifactItem(output: ResponseOutput, { parts, ...artifact }: Artifact): void {
  const text = startText(output, 1, artifact);
  endTextItem(output, text, artifactToText(artifact, parts), 'completed', artifact);
}

function artifactToText(artifact: ArtifactMetadata, parts: readonly ContentPart[]): OutputText {
  let text = artifact.name ?? '';
  const annotations: UrlCitation[] = [];
  for (const part of parts) {
    if (text !== '') text += '\n';
    const { content, url } = artifactPartToText(part, artifact);
    const start_index = text.length;
    text += content;
    if (url === undefined) continue;
    const place = { start_index, end_index: text.length };
    annotations.push({ type: 'url_citation', ...place, url, title: content });
  }
  return createOutputText(text, annotations);
}

/** Formats an image or a file as its name and URL. */
function artifactPartToText(
  part: ContentPart,
  { name, artifact_id }: ArtifactMetadata,
): { readonly content: string; readonly url?: string } {
  switch (part.type) {
    case 'text':
      return { content: part.text };
    case 'data':
      return { content: JSON.stringify(part.data) };
    case 'image_url':
      return { content: part.filename ?? name ?? artifact_id, url: part.image_url.url };
    case 'file':
      return { content: part.file.filename ?? name ?? artifact_id, url: part.file.url };
  }
}

export function startReasoning(output: ResponseOutput, attempt: number): OpenText {
  const { place } = addItem(output, 'rs', (id) => createReasoningItem(id, '', 'in_progress'));
  return { place, attempt, shown: '' };
}

export function addReasoning(
  { scope, events }: ResponseOutput,
  thought: OpenText,
  delta: string,
): void {
  if (!scope.showsThoughts || delta === '') return;
  const at = { ...thought.place, summary_index: 0 };
  if (thought.shown === '') {
    const part = createSummaryText('');
    events.push({ type: 'response.reasoning_summary_part.added', ...at, part });
  }
  thought.shown += delta;
  events.push({ type: 'response.reasoning_summary_text.delta', ...at, delta });
}

/** Ends a reasoning item. Without `message`, the reasoning was cut off. */
export function endReasoning(
  output: ResponseOutput,
  thought: OpenText,
  message: Pick<AssistantMessage, 'reasoning' | 'provider'> | undefined,
): void {
  const { reasoning, provider } = message ?? {};
  addReasoning(output, thought, getUnsentRest(reasoning ?? '', thought.shown));
  const { place, shown: text } = thought;
  const item = createReasoningItem(place.item_id, text, message ? 'completed' : 'incomplete');
  const { seal } = output.scope;
  if (text !== '') {
    const at = { ...place, summary_index: 0 };
    output.events.push(
      { type: 'response.reasoning_summary_text.done', ...at, text },
      { type: 'response.reasoning_summary_part.done', ...at, part: createSummaryText(text) },
    );
  }
  const encrypted_content =
    seal && provider && seal(item.id, JSON.stringify({ reasoning, provider }));
  endOutputItem(
    output,
    place,
    encrypted_content === undefined ? item : { ...item, encrypted_content },
  );
}

function createReasoningItem(
  id: string,
  text: string,
  status: ReasoningItem['status'],
): ReasoningItem {
  return { id, type: 'reasoning', status, summary: text === '' ? [] : [createSummaryText(text)] };
}
