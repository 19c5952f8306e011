import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from '@ai-sdk/provider';
import { omitUndefined } from '#core';
import { normalizeBase64 } from './base64.ts';
import { cleanText } from '../request/transcript/clean-text.ts';

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
  readonly url: string;
  readonly filename?: string;
  readonly media_type?: string;
  readonly fallbackMediaType: string;
}

/**
 * Converts a file to a prompt part. Text files and files with invalid URLs become text. Downloads
 * nothing.
 */
export function fileToPromptPart(
  reference: FileReference,
): LanguageModelV4FilePart | LanguageModelV4TextPart {
  const { url, filename, media_type, fallbackMediaType } = reference;
  const inline = parseDataUrl(url);
  const named =
    media_type ?? inline?.mediaType ?? guessMediaType(filename ?? url) ?? fallbackMediaType;
  const mediaType = findMediaType(inline?.base64) ?? normalizeMediaType(named);
  const file = { type: 'file', mediaType, ...omitUndefined({ filename }) } as const;
  if (inline === undefined) {
    if (URL.canParse(url) && !url.startsWith('data:'))
      return { ...file, data: { type: 'url', url: new URL(url) } };
    const shown = cleanText(url.slice(0, 80));
    const text = `(a file was left out here: ${shown} is neither an http(s) nor a data URL)`;
    return { type: 'text', text };
  }
  if (TEXT_TYPE.test(mediaType)) {
    const decoded = cleanText(Buffer.from(inline.base64, 'base64').toString('utf8'));
    const text = decoded.trim() === '' ? '(empty file)' : decoded;
    return { type: 'text', text: filename === undefined ? text : `${filename}:\n${text}` };
  }
  if (inline.base64 === '') {
    const name = filename === undefined ? '' : ` ${cleanText(filename)}`;
    return { type: 'text', text: `(the file${name} was left out here: its bytes are not base64)` };
  }
  return { ...file, data: { type: 'data', data: inline.base64 } };
}

/** Media types of text files, which few providers accept as files. */
const TEXT_TYPE =
  /^text\/|^application\/(json|xml|yaml|x-yaml|toml|sql|javascript|x-ndjson|x-sh)$|\+(json|xml)$/;

/** Media type names that providers refuse, with the names that they accept. */
const USUAL_TYPES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-wav': 'audio/wav',
  'audio/wave': 'audio/wav',
  'application/x-pdf': 'application/pdf',
};

function normalizeMediaType(type: string): string {
  const [plain = type] = type.toLowerCase().split(';', 1);
  return USUAL_TYPES[plain.trim()] ?? plain.trim();
}

/** First base64 characters of file formats, with their media types. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
  ['JVBERi0', 'application/pdf'],
];

/** Determines the media type of a file from its first bytes, because providers check it. */
function findMediaType(base64: string | undefined): string | undefined {
  const [, type] = SIGNATURES.find(([start]) => base64?.startsWith(start)) ?? [];
  // WAV and WebP files both start with "RIFF"; WebP files have "WEBP" at bytes 8 to 11.
  return type === 'image/webp' && !base64?.startsWith('RUJQ', 12) ? undefined : type;
}

/** Data URLs (RFC 2397). Undecodable contents become an empty text. */
function parseDataUrl(url: string): { mediaType?: string; base64: string } | undefined {
  if (!url.startsWith('data:')) return undefined;
  const comma = url.indexOf(',');
  if (comma === -1) return undefined;
  const [type = '', ...parameters] = url.slice('data:'.length, comma).split(';');
  const body = url.slice(comma + 1);
  const base64 = parameters.includes('base64')
    ? (normalizeBase64(body) ?? '')
    : percentEncodedToBase64(body);
  return base64 === undefined ? undefined : { base64, ...(type !== '' && { mediaType: type }) };
}

function percentEncodedToBase64(percentEncoded: string): string | undefined {
  try {
    return Buffer.from(decodeURIComponent(percentEncoded)).toString('base64');
  } catch {
    return undefined;
  }
}

function guessMediaType(name: string): string | undefined {
  const [path = ''] = name.split(/[?#]/, 1);
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(TYPES_BY_EXTENSION, extension) ? TYPES_BY_EXTENSION[extension] : undefined;
}
