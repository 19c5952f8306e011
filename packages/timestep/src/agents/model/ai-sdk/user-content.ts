import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { ContentPart } from '#core';
import { fileToPromptPart } from './file-to-prompt-part.ts';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

export function toUserContent(content: string | readonly ContentPart[]): UserPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toUserPart);
}

export function toUserPart(part: ContentPart): UserPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: prefixWithFilename(part.filename, part.text) };
    case 'data':
      return { type: 'text', text: prefixWithFilename(part.filename, JSON.stringify(part.data)) };
    case 'image_url': {
      const { url, detail: imageDetail } = part.image_url;
      const image = toFilePart(url, part, 'image/*');
      if (imageDetail === undefined) return image;
      return { ...image, providerOptions: { openai: { imageDetail } } };
    }
    case 'file':
      return toFilePart(part.file.url, part.file, 'application/octet-stream');
  }
}

function prefixWithFilename(filename: string | undefined, text: string): string {
  return filename === undefined ? text : `${filename}:\n${text}`;
}

function toFilePart(
  url: string,
  { filename, media_type }: { readonly filename?: string; readonly media_type?: string },
  fallbackMediaType: string,
): UserPart {
  return fileToPromptPart({
    url,
    fallbackMediaType,
    ...(filename !== undefined && { filename }),
    ...(media_type !== undefined && { mediaType: media_type }),
  });
}
