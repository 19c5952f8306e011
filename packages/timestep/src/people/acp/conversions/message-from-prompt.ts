import type { ContentBlock } from '@agentclientprotocol/sdk';
import type { ContentPart, UserMessage } from '#core';
import { ACP_METADATA, LINK, RESOURCE } from './blocks-from-message.ts';

/** Converts a prompt; undefined if the type of a block is not supported (ACP v1, Content). */
export function promptToMessageIfSupported(
  prompt: readonly ContentBlock[],
): UserMessage | undefined {
  const parts = prompt.map(blockToPart);
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  const [first] = known;
  const isWords = known.length === 1 && first?.type === 'text' && first.metadata === undefined;
  return { role: 'user', content: isWords ? first.text : known };
}

function blockToPart(block: ContentBlock): ContentPart | undefined {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image': {
      const { mimeType, data, uri } = block;
      return {
        type: 'image_url',
        image_url: { url: `data:${mimeType};base64,${data}` },
        media_type: mimeType,
        ...(uri != null && { metadata: { [ACP_METADATA]: { uri } } }),
      };
    }
    case 'audio':
      return undefined;
    case 'resource_link': {
      const { name, uri, mimeType, title, description, size } = block;
      const link = {
        kind: LINK,
        name,
        uri,
        ...(mimeType != null && { mimeType }),
        ...(title != null && { title }),
        ...(description != null && { description }),
        ...(size != null && { size }),
      };
      const text = `[${title ?? name}](${uri})`;
      return { type: 'text', text, metadata: { [ACP_METADATA]: link } };
    }
    case 'resource': {
      const { resource } = block;
      const { uri, mimeType } = resource;
      if ('text' in resource) {
        return {
          type: 'text',
          text: resource.text,
          filename: uri,
          ...(mimeType != null && { media_type: mimeType }),
          metadata: { [ACP_METADATA]: { kind: RESOURCE } },
        };
      }
      const url = `data:${mimeType ?? UNKNOWN_MEDIA_TYPE};base64,${resource.blob}`;
      const file = { url, filename: uri, ...(mimeType != null && { media_type: mimeType }) };
      return { type: 'file', file };
    }
  }
}

const UNKNOWN_MEDIA_TYPE = 'application/octet-stream';
