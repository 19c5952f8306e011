import type { Artifact, ContentPart } from '../../../core/index.ts';
import {
  createOutputText,
  type ArtifactMetadata,
  type OutputMessageItem,
  type OutputText,
  type UrlCitation,
} from '../wire/response-item.ts';
import { getNextPosition, type ResponseOutput } from './response-output.ts';

/**
 * Adds an artifact as a message: its name, then its parts. An image or file is its name, with its
 * URL as a citation. The field `artifact` holds the metadata.
 */
export function addArtifactItem(output: ResponseOutput, { parts, ...artifact }: Artifact): void {
  const { item_id, output_index } = getNextPosition(output, 'msg');
  const part = artifactToText(artifact, parts);
  const item = createArtifactItem(item_id, [part], artifact, 'completed');
  output.items.push(item);
  const begun = createArtifactItem(item_id, [], artifact, 'in_progress');
  const at = { item_id, output_index, content_index: 0 };
  const { text, annotations } = part;
  output.events.push(
    { type: 'response.output_item.added', output_index, item: begun },
    { type: 'response.content_part.added', ...at, part: createOutputText('') },
    { type: 'response.output_text.delta', ...at, delta: text, logprobs: [] },
  );
  annotations.forEach((annotation, annotation_index) => {
    const type = 'response.output_text.annotation.added';
    output.events.push({ type, ...at, annotation_index, annotation });
  });
  output.events.push(
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index, item },
  );
}

function createArtifactItem(
  id: string,
  content: readonly OutputText[],
  artifact: ArtifactMetadata,
  status: OutputMessageItem['status'],
): OutputMessageItem {
  return { id, type: 'message', status, role: 'assistant', content, artifact };
}

function artifactToText(artifact: ArtifactMetadata, parts: readonly ContentPart[]): OutputText {
  let text = artifact.name ?? '';
  const annotations: UrlCitation[] = [];
  for (const part of parts) {
    if (text !== '') text += '\n';
    const { content, url } = partToText(part, artifact);
    const start_index = text.length;
    text += content;
    if (url === undefined) continue;
    const place = { start_index, end_index: text.length };
    annotations.push({ type: 'url_citation', ...place, url, title: content });
  }
  return { ...createOutputText(text), annotations };
}

/** An image or a file becomes its name and URL. */
function partToText(
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
