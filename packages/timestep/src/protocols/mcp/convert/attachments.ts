import type { ContentBlock } from '@modelcontextprotocol/client';
import type { ContentPart } from '#core';

/** Maximum number of base64 characters attached to one result: about 3.7 MB of images. */
const MOST_CHARACTERS = 5_000_000;
const MOST_PARTS = 16;

export interface Attachments {
  readonly parts: readonly ContentPart[];
  /** Content blocks that are omitted because there are too many or they are too large. */
  readonly omitted: ReadonlySet<ContentBlock>;
}

/** Converts images, audio and PDFs of a result, except those meant only for the user (`annotations.audience`). */
export function collectAttachments(blocks: readonly ContentBlock[]): Attachments {
  const parts: ContentPart[] = [];
  const omitted = new Set<ContentBlock>();
  let left = MOST_CHARACTERS;
  for (const block of blocks) {
    const file = getFileShownToModel(block);
    if (!file) continue;
    if (file.base64.length > left || parts.length === MOST_PARTS) omitted.add(block);
    else {
      left -= file.base64.length;
      parts.push(fileToPart(file));
    }
  }
  return { parts, omitted };
}

interface EmbeddedFile {
  readonly mimeType: string;
  readonly base64: string;
}

function getFileShownToModel(block: ContentBlock): EmbeddedFile | undefined {
  if (block.annotations?.audience?.includes('assistant') === false) return undefined;
  switch (block.type) {
    case 'image':
    case 'audio':
      return { mimeType: block.mimeType, base64: block.data };
    case 'resource': {
      const { resource } = block;
      const { mimeType = '' } = resource;
      const isShowable = /^(?:image|audio)\/|^application\/pdf$/.test(mimeType);
      return 'blob' in resource && isShowable ? { mimeType, base64: resource.blob } : undefined;
    }
    case 'text':
    case 'resource_link':
      return undefined;
  }
}

export function fileToPart({ mimeType, base64 }: EmbeddedFile): ContentPart {
  const url = `data:${mimeType};base64,${base64}`;
  return mimeType.startsWith('image/')
    ? { type: 'image_url', image_url: { url }, media_type: mimeType }
    : { type: 'file', file: { url, media_type: mimeType } };
}
