import type { ContentPart } from '../core/index.ts';

/** A file that was said or given. */
export interface ViewFile {
  readonly name: string;
  readonly mediaType: string;
  /** An http(s) or data URL. */
  readonly url: string;
}

/** The files among the parts of a message or an artifact. */
export function filesIn(content: string | null | readonly ContentPart[]): readonly ViewFile[] {
  if (content === null || typeof content === 'string') return [];
  return content.flatMap(filesOfPart);
}

function filesOfPart(part: ContentPart): readonly ViewFile[] {
  switch (part.type) {
    case 'text':
    case 'data':
      return [];
    case 'image_url': {
      const { url } = part.image_url;
      return [fileOf(part.filename ?? 'image', part.media_type, url)];
    }
    case 'file': {
      const { url, filename = 'file', media_type: mediaType } = part.file;
      return [fileOf(filename, mediaType, url)];
    }
  }
}

/** The field of an item; absent where there are no files. */
export function withFiles(content: string | null | readonly ContentPart[]): {
  readonly files?: readonly ViewFile[];
} {
  const files = filesIn(content);
  return files.length > 0 ? { files } : {};
}

function fileOf(name: string, mediaType: string | undefined, url: string): ViewFile {
  const [, inUrl = 'application/octet-stream'] = /^data:([\w.+-]+\/[\w.+-]+)/.exec(url) ?? [];
  return { name, mediaType: mediaType ?? inUrl, url };
}
