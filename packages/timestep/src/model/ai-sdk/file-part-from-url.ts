import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { ModelError } from '../model-error.ts';

const TYPES_BY_EXTENSION: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
};

export interface FileReference {
  /** An http(s) or data URL. */
  readonly url: string;
  readonly filename?: string;
  readonly mediaType?: string;
  /** The type where neither the reference nor its name says it. */
  readonly otherwise: string;
}

/**
 * A file as a model receives it. Data URLs become inline data and text files become text, which
 * every provider takes; other URLs are passed on for the provider to fetch, never fetched here.
 */
export function filePartFromUrl(
  reference: FileReference,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const { url, filename } = reference;
  const inline = parseDataUrl(url);
  const mediaType =
    reference.mediaType ?? inline?.mediaType ?? typeByName(filename ?? url) ?? reference.otherwise;
  if (inline === undefined) {
    if (!URL.canParse(url) || url.startsWith('data:')) {
      throw new ModelError('bad-request', `a file has no usable URL: ${url.slice(0, 80)}`);
    }
    const data = { type: 'url', url: new URL(url) } as const;
    return { type: 'file', mediaType, data, ...(filename !== undefined && { filename }) };
  }
  if (mediaType.startsWith('text/') || mediaType === 'application/json') {
    const text = Buffer.from(inline.base64, 'base64').toString('utf8');
    return { type: 'text', text: filename === undefined ? text : `${filename}:\n${text}` };
  }
  const data = { type: 'data', data: inline.base64 } as const;
  return { type: 'file', mediaType, data, ...(filename !== undefined && { filename }) };
}

/** RFC 2397. */
function parseDataUrl(url: string): { mediaType?: string; base64: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  if (comma === -1) return undefined;
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const body = url.slice(comma + 1);
  const base64 = parameters.includes('base64') ? body : base64Of(body);
  return base64 === undefined ? undefined : { base64, ...(type !== '' && { mediaType: type }) };
}

function base64Of(percentEncoded: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(percentEncoded)).toString('base64');
  } catch {
    return undefined;
  }
}

function typeByName(name: string): string | undefined {
  const [path = ''] = name.split(/[?#]/, 1);
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES_BY_EXTENSION, extension) ? TYPES_BY_EXTENSION[extension] : undefined;
}
