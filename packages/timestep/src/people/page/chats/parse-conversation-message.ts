import { isJsonObject, type ContentPart, type JsonValue, type UserMessage } from '#core';
import type { ConversationFile, ConversationMessage } from '#people/view';

/** Maximum number of files in a message. The size of the request body is limited separately. */
const MAX_FILES = 16;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

export function parseConversationMessage(body: JsonValue): ConversationMessage | undefined {
  if (!isJsonObject(body)) return undefined;
  const { messageId, text, files = [] } = body;
  if (typeof messageId !== 'string' || messageId === '' || typeof text !== 'string')
    return undefined;
  if (!Array.isArray(files) || files.length > MAX_FILES) return undefined;
  const read = files.map(parseFile).filter((file) => file !== undefined);
  if (read.length !== files.length || (text.trim() === '' && read.length === 0)) return undefined;
  return { messageId, text, ...(read.length > 0 && { files: read }) };
}

/** Converts a message of the page: its text comes first, then each file as a content part. */
export function toUserMessage({ text, files = [] }: ConversationMessage): UserMessage {
  if (files.length === 0) return { role: 'user', content: text };
  const words: readonly ContentPart[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  return { role: 'user', content: [...words, ...files.map(fileToContentPart)] };
}

function fileToContentPart({ name, mediaType, data }: ConversationFile): ContentPart {
  const url = `data:${mediaType};base64,${data}`;
  return mediaType.startsWith('image/')
    ? { type: 'image_url', image_url: { url }, filename: name, media_type: mediaType }
    : { type: 'file', file: { url, filename: name, media_type: mediaType } };
}

function parseFile(entry: JsonValue): ConversationFile | undefined {
  if (!isJsonObject(entry)) return undefined;
  const { name, mediaType, data } = entry;
  if (typeof name !== 'string' || typeof mediaType !== 'string' || typeof data !== 'string')
    return undefined;
  return MEDIA_TYPE.test(mediaType) && BASE64.test(data) ? { name, mediaType, data } : undefined;
}
