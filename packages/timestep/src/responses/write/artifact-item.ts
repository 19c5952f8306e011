import type { Artifact, ContentPart } from '../../core/index.ts';
import {
  outputText,
  type ArtifactRemarks,
  type OutputMessageItem,
  type OutputText,
  type UrlCitation,
} from '../wire/item.ts';
import { nextPlace, type Output } from './output.ts';

/**
 * Adds an artifact as a message of its own: a line with its name, then its parts. Texts and data are written
 * out; an image or a file is its name, with its address as a citation. `artifact` of the item says the rest.
 */
export function showArtifact(output: Output, { parts, ...artifact }: Artifact): void {
  const { item_id, output_index } = nextPlace(output, 'msg');
  const part = written(artifact, parts);
  const item = itemOf(item_id, [part], artifact, 'completed');
  output.items.push(item);
  const begun = itemOf(item_id, [], artifact, 'in_progress');
  const at = { item_id, output_index, content_index: 0 };
  const { text, annotations } = part;
  output.events.push(
    { type: 'response.output_item.added', output_index, item: begun },
    { type: 'response.content_part.added', ...at, part: outputText('') },
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

function itemOf(
  id: string,
  content: readonly OutputText[],
  artifact: ArtifactRemarks,
  status: OutputMessageItem['status'],
): OutputMessageItem {
  return { id, type: 'message', status, role: 'assistant', content, artifact };
}

function written(artifact: ArtifactRemarks, parts: readonly ContentPart[]): OutputText {
  let text = artifact.name ?? '';
  const annotations: UrlCitation[] = [];
  for (const part of parts) {
    if (text !== '') text += '\n';
    const { content, url } = contentOf(part, artifact);
    const start_index = text.length;
    text += content;
    if (url === undefined) continue;
    const place = { start_index, end_index: text.length };
    annotations.push({ type: 'url_citation', ...place, url, title: content });
  }
  return { ...outputText(text), annotations };
}

/** A part as text; of an image or a file its name, with the address. */
function contentOf(
  part: ContentPart,
  { name, artifact_id }: ArtifactRemarks,
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
