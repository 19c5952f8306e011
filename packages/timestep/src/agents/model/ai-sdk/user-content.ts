import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import type { ContentPart } from '#core';
import { fileToPromptPart } from './file-to-prompt-part.ts';

type UserPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

export interface ResultAttachments {
  readonly callId: string;
  readonly tool: string;
  readonly attachments: readonly ContentPart[];
}

/** Moves files of tool results to a user message, as few providers accept files in tool results. */
export function attachmentsToParts(results: readonly ResultAttachments[]): UserPart[] {
  return results.flatMap(({ callId, tool, attachments }): UserPart[] => [
    { type: 'text', text: `Attached to the result of ${tool} (call ${callId}):` },
    ...attachments.map(toUserPart),
  ]);
}

export function toUserContent(content: string | readonly ContentPart[]): UserPart[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(toUserPart);
}

function toUserPart(part: ContentPart): UserPart {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: prefixWithFilename(part.filename, part.text) };
    case 'data':
      return { type: 'text', text: prefixWithFilename(part.filename, JSON.stringify(part.data)) };
    case 'image_url': {
      const { url, detail: imageDetail } = part.image_url;
      const image = fileToPromptPart({ ...part, url, fallbackMediaType: 'image/*' });
      if (imageDetail === undefined) return image;
      return { ...image, providerOptions: { openai: { imageDetail } } };
    }
    case 'file':
      return fileToPromptPart({ ...part.file, fallbackMediaType: 'application/octet-stream' });
  }
}

function prefixWithFilename(filename: string | undefined, text: string): string {
  return filename === undefined ? text : `${filename}:\n${text}`;
}
