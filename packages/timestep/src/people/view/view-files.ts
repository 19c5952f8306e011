import { getText, type ContentPart, type UserMessage } from '#core';
import type { UserItem } from './view-item.ts';

/** A file in a message or an artifact. */
export interface ViewFile {
  readonly name: string;
  readonly mediaType: string;
  /** An `http:`, `https:` or `data:` URL. */
  readonly url: string;
}

export function listFiles(content: string | null | readonly ContentPart[]): readonly ViewFile[] {
  if (content === null || typeof content === 'string') return [];
  return content.flatMap((part) => {
    if (part.type === 'image_url') {
      return createViewFile(part.filename ?? 'image', part.media_type, part.image_url.url);
    }
    if (part.type !== 'file') return [];
    const { url, filename = 'file', media_type: mediaType } = part.file;
    return createViewFile(filename, mediaType, url);
  });
}

/** Returns the `files` field of a view item, or an empty object if the content has no files. */
export function createFilesField(content: string | null | readonly ContentPart[]): {
  readonly files?: readonly ViewFile[];
} {
  const files = listFiles(content);
  return files.length > 0 ? { files } : {};
}

export function createUserItem(
  id: string,
  taskId: string,
  message: UserMessage,
  isSteering = false,
): UserItem {
  const files = createFilesField(message.content);
  return { kind: 'user', id, taskId, text: formatUserText(message), ...files, isSteering };
}

/** A text that was attached as a file is shown by its name, as it may be long. */
function formatUserText(message: UserMessage): string {
  const { content } = message;
  if (typeof content === 'string') return content;
  const shown = content.map((part) =>
    part.type === 'text' && part.filename !== undefined
      ? { type: 'text' as const, text: `[file ${part.filename}]` }
      : part,
  );
  return getText({ ...message, content: shown });
}

function createViewFile(name: string, mediaType: string | undefined, url: string): ViewFile {
  const [, inUrl = 'application/octet-stream'] = /^data:([\w.+-]+\/[\w.+-]+)/.exec(url) ?? [];
  return { name, mediaType: mediaType ?? inUrl, url };
}
