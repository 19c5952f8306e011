import type { ContentBlock } from '@agentclientprotocol/sdk';
import {
  escapeHiddenInJson,
  formatForeignText,
  isJsonObject,
  type ContentPart,
  type JsonObject,
  type UserMessage,
} from '#core';

/** Metadata key of a part's original ACP fields, which are displayed unchanged later. */
export const ACP_METADATA = 'dev.timestep/acp';

/** Kinds of ACP content blocks that are stored as text parts. */
export const LINK = 'resource_link';
export const RESOURCE = 'resource';

/** Converts a message to content blocks; content that came from a client is unchanged. */
export function messageToBlocks({ content }: UserMessage): ContentBlock[] {
  return typeof content === 'string' ? [createTextBlock(content)] : content.map(partToBlock);
}

/** Creates a block of text that an editor shows. */
export function createTextBlock(text: string): ContentBlock {
  return { type: 'text', text: formatForeignText(text) };
}

export function partToBlock(part: ContentPart): ContentBlock {
  const origin = getAcpMetadataOrEmpty(part);
  switch (part.type) {
    case 'text': {
      if (origin['kind'] === LINK) return createResourceLink(origin, part.text);
      const { text, filename, media_type: mimeType } = part;
      if (origin['kind'] !== RESOURCE || filename === undefined) return createTextBlock(text);
      const resource = { uri: filename, text, ...(mimeType !== undefined && { mimeType }) };
      return { type: 'resource', resource };
    }
    case 'image_url': {
      const { url } = part.image_url;
      const held = parseDataUrl(url);
      const uri = origin['uri'];
      if (!held) return { type: 'resource_link', name: part.filename ?? 'image', uri: url };
      return { type: 'image', ...held, ...(typeof uri === 'string' && { uri }) };
    }
    case 'file': {
      const { url, filename = 'file', media_type } = part.file;
      const held = parseDataUrl(url);
      if (!held) return { type: 'resource_link', name: filename, uri: url };
      const mimeType = media_type === undefined ? {} : { mimeType: media_type };
      const uri = URL.canParse(filename) ? filename : `attachment:${encodeURIComponent(filename)}`;
      return { type: 'resource', resource: { uri, blob: held.data, ...mimeType } };
    }
    case 'data':
      return createTextBlock(
        `\`\`\`json\n${escapeHiddenInJson(JSON.stringify(part.data, null, 2))}\n\`\`\``,
      );
  }
}

function getAcpMetadataOrEmpty({ metadata }: ContentPart): JsonObject {
  const origin = metadata?.[ACP_METADATA];
  return isJsonObject(origin) ? origin : {};
}

function createResourceLink(origin: JsonObject, text: string): ContentBlock {
  const { name, uri, mimeType, title, description, size } = origin;
  return {
    type: 'resource_link',
    name: typeof name === 'string' ? name : text,
    uri: typeof uri === 'string' ? uri : '',
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof title === 'string' && { title }),
    ...(typeof description === 'string' && { description }),
    ...(typeof size === 'number' && { size }),
  };
}

/** Parses a base64 data URL. Returns undefined for other URLs. */
function parseDataUrl(
  url: string,
): { readonly mimeType: string; readonly data: string } | undefined {
  const comma = url.indexOf(',');
  const head = url.slice(0, comma);
  if (!head.startsWith('data:') || !head.endsWith(';base64')) return undefined;
  const mimeType = head.slice('data:'.length, -';base64'.length);
  return { mimeType: mimeType || 'application/octet-stream', data: url.slice(comma + 1) };
}
