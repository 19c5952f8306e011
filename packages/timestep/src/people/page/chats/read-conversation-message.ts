import { readObjects, reportField, reportMissing, requireId, requireText } from '#core';
import type { ContentPart, Fields, UserMessage } from '#core';
import type { ConversationFile, ConversationMessage } from '#people/view';

/** Maximum number of files in a message. The size of the request body is limited separately. */
const MAX_FILES = 16;

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

export function readConversationMessage(body: Fields): ConversationMessage {
  const [messageId, text] = [requireId(body, 'messageId'), requireText(body, 'text')];
  const files = readObjects(body, 'files') ?? [];
  if (files.length > MAX_FILES) reportField(body, 'files', `must have at most ${MAX_FILES} files`);
  if (text.trim() === '' && files.length === 0) reportMissing(body, 'text');
  return { messageId, text, ...(files.length > 0 && { files: files.map(readAttachedFile) }) };
}

function readAttachedFile(entry: Fields): ConversationFile {
  const [name, mediaType] = [requireText(entry, 'name'), requireText(entry, 'mediaType')];
  const data = requireText(entry, 'data');
  if (!MEDIA_TYPE.test(mediaType)) reportField(entry, 'mediaType', 'must be a media type');
  if (!BASE64.test(data)) reportField(entry, 'data', 'must be base64');
  return { name, mediaType, data };
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
