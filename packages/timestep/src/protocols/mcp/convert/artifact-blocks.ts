import type { ContentBlock } from '@modelcontextprotocol/server';
import { isJsonObject, parseJson, type Artifact, type ContentPart, type JsonObject } from '#core';
import { ARTIFACT_META } from '../extension.ts';
import { buildArtifact } from './call-data.ts';

/** Converts artifacts to MCP content blocks for the user. `_meta` holds the fields that a block lacks. */
export function artifactsToBlocks(artifacts: readonly Artifact[]): ContentBlock[] {
  return artifacts.flatMap((artifact) => artifact.parts.map((part) => partToBlock(artifact, part)));
}

export function splitArtifactBlocks(blocks: readonly ContentBlock[]): {
  readonly artifacts: readonly Artifact[];
  readonly others: readonly ContentBlock[];
} {
  const artifacts = new Map<string, Artifact>();
  const others: ContentBlock[] = [];
  for (const block of blocks) {
    const about: unknown = block._meta?.[ARTIFACT_META];
    const part = isJsonObject(about) ? blockToArtifactPart(block, about) : undefined;
    const artifact = part && buildArtifact(about, [part]);
    if (!artifact) {
      others.push(block);
      continue;
    }
    const { artifact_id } = artifact;
    const { parts: before = [] } = artifacts.get(artifact_id) ?? {};
    artifacts.set(artifact_id, { ...artifact, parts: [...before, ...artifact.parts] });
  }
  return { artifacts: [...artifacts.values()], others };
}

function partToBlock({ parts: _parts, ...artifact }: Artifact, part: ContentPart): ContentBlock {
  const { type, remarks, content } = convertArtifactPart(part, artifact.artifact_id, artifact.name);
  const about = { ...artifact, type, ...(Object.keys(remarks).length > 0 && { remarks }) };
  return {
    ...content,
    annotations: { audience: ['user'] },
    _meta: { [ARTIFACT_META]: structuredClone(about) },
  };
}

interface ConvertedPart {
  readonly type: ContentPart['type'];
  /** Fields of a part that an MCP content block cannot hold. */
  readonly remarks: JsonObject;
  readonly content: ContentBlock;
}

function convertArtifactPart(part: ContentPart, id: string, name: string = id): ConvertedPart {
  const uri = `artifact:${encodeURIComponent(id)}`;
  switch (part.type) {
    case 'text': {
      const { type, text, ...remarks } = part;
      const mimeType = part.media_type ?? 'text/plain';
      return { type, remarks, content: { type: 'resource', resource: { uri, mimeType, text } } };
    }
    case 'data': {
      const { type, data, ...remarks } = part;
      const resource = { uri, mimeType: 'application/json', text: JSON.stringify(data) };
      return { type, remarks, content: { type: 'resource', resource } };
    }
    case 'image_url': {
      const { type, image_url, ...remarks } = part;
      const embedded = parseDataUrl(image_url.url);
      const content: ContentBlock = embedded
        ? { type: 'image', data: embedded.base64, mimeType: embedded.mimeType }
        : { type: 'resource_link', uri: image_url.url, name: part.filename ?? name };
      return { type, remarks, content };
    }
    case 'file': {
      const { type, file, ...rest } = part;
      const { url, ...named } = file;
      const embedded = parseDataUrl(url);
      const mimeType = file.media_type === undefined ? {} : { mimeType: file.media_type };
      const content: ContentBlock = embedded
        ? {
            type: 'resource',
            resource: { uri, mimeType: embedded.mimeType, blob: embedded.base64 },
          }
        : { type: 'resource_link', uri: url, name: file.filename ?? name, ...mimeType };
      return { type, remarks: { ...named, ...rest }, content };
    }
  }
}

function blockToArtifactPart(block: ContentBlock, about: JsonObject): ContentPart | undefined {
  const remarks = isJsonObject(about['remarks']) ? about['remarks'] : {};
  const text =
    block.type === 'resource' && 'text' in block.resource ? block.resource.text : undefined;
  switch (about['type']) {
    case 'text':
      return text === undefined ? undefined : { type: 'text', text, ...remarks };
    case 'data': {
      if (text === undefined) return undefined;
      const data = parseJson(text);
      return { type: 'data', data: data === undefined ? text : data, ...remarks };
    }
    case 'image_url': {
      const url = getBlockUrl(block);
      return url === undefined ? undefined : { type: 'image_url', image_url: { url }, ...remarks };
    }
    case 'file': {
      const url = getBlockUrl(block);
      const { metadata, ...named } = remarks;
      const kept = isJsonObject(metadata) ? { metadata } : {};
      return url === undefined ? undefined : { type: 'file', file: { url, ...named }, ...kept };
    }
    default:
      return undefined;
  }
}

function getBlockUrl(block: ContentBlock): string | undefined {
  if (block.type === 'resource_link') return block.uri;
  if (block.type === 'image') return `data:${block.mimeType};base64,${block.data}`;
  if (block.type !== 'resource' || !('blob' in block.resource)) return undefined;
  return `data:${block.resource.mimeType ?? ''};base64,${block.resource.blob}`;
}

function parseDataUrl(
  url: string,
): { readonly mimeType: string; readonly base64: string } | undefined {
  const comma = url.indexOf(';base64,');
  if (!url.startsWith('data:') || comma === -1) return undefined;
  return {
    mimeType: url.slice('data:'.length, comma),
    base64: url.slice(comma + ';base64,'.length),
  };
}
