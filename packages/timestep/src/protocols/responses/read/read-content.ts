import {
  getFieldPath,
  omitUndefined,
  readObjects,
  readText,
  readValue,
  readWord,
  reportField,
  reportFieldType,
  reportMissing,
  requireId,
  requireText,
  type Fields,
} from '#core';
import { createOutputText, type ContentItem } from '../wire/response-item.ts';
import { createInvalidValueError } from '../wire/responses-error.ts';
import { resolveMediaType } from '../files/media-type.ts';

/** Reads content. Rejects parts of an unknown type, because content would be lost without them. */
export function readContentItems(item: Fields, name: string, isAssistant = false): ContentItem[] {
  const content = readTextOrParts(item, name);
  if (typeof content !== 'string') return content.map(readContentItem);
  return [isAssistant ? createOutputText(content) : { type: 'input_text', text: content }];
}

/** Reads a field that is a string or a list of parts, which are objects. */
export function readTextOrParts(item: Fields, name: string): string | readonly Fields[] {
  const content = readValue(item, name);
  if (typeof content === 'string') return content;
  if (content === undefined) reportMissing(item, name, 'give a string or a list of parts');
  if (!Array.isArray(content)) reportFieldType(item, name, 'a string or a list of parts');
  return readObjects(item, name) ?? [];
}

function readContentItem(part: Fields): ContentItem {
  const { type } = part.object;
  switch (type) {
    case 'input_text':
      return { type, text: requireText(part, 'text', REQUIRED) };
    case 'output_text':
    case 'text':
      return createOutputText(requireText(part, 'text', REQUIRED));
    case 'refusal':
      return { type, refusal: requireText(part, 'refusal', REQUIRED) };
    case 'input_image': {
      const detail = readWord(part, 'detail', DETAILS) ?? 'auto';
      const source = findSourceField(part, IMAGE_SOURCES);
      return source === 'file_id'
        ? { type, file_id: requireId(part, source, REQUIRED), detail }
        : { type, image_url: requireUrl(part, source), detail };
    }
    case 'input_file': {
      const filename = readText(part, 'filename');
      return { type, ...readFileSource(part, filename), ...omitUndefined({ filename }) };
    }
    default:
      throw createInvalidValueError(
        getFieldPath(part, 'type'),
        'must be input_text, input_image, input_file, output_text or refusal',
      );
  }
}

const REQUIRED = 'every part of this type requires it';

/** Converts content to text. Images and files become placeholders such as `[image]`. */
export function contentToText(content: readonly ContentItem[], separator = '\n'): string {
  return content.map(partToText).join(separator);
}

function partToText(part: ContentItem): string {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
      return part.text;
    case 'refusal':
      return part.refusal;
    case 'input_image':
      return '[image]';
    case 'input_file':
      return `[file ${part.filename ?? 'without a name'}]`;
  }
}

const DETAILS = ['auto', 'low', 'high', 'original'] as const;

const IMAGE_SOURCES = ['image_url', 'file_id'] as const;
const FILE_SOURCES = ['file_data', 'file_url', 'file_id'] as const;

function readFileSource(
  part: Fields,
  filename: string | undefined,
): { readonly file_id: string } | { readonly file_url: string } {
  const source = findSourceField(part, FILE_SOURCES);
  switch (source) {
    case 'file_id':
      return { file_id: requireId(part, source, REQUIRED) };
    case 'file_url':
      return { file_url: requireUrl(part, source) };
    case 'file_data': {
      const data = requireText(part, source, REQUIRED);
      if (data.startsWith('data:')) return { file_url: data };
      if (!/^[\w+/=\s-]+$/.test(data))
        reportField(part, source, 'must be a data URL or the content in base64');
      return { file_url: `data:${resolveMediaType(filename)};base64,${data}` };
    }
  }
}

/** Finds the field that names a file's source. Throws `ResponsesError` unless exactly one is set. */
function findSourceField<Source extends string>(
  part: Fields,
  sources: readonly [Source, ...Source[]],
): Source {
  const [source, other] = sources.filter((name) => readValue(part, name) !== undefined);
  const names = sources.join(', ');
  if (source === undefined) reportMissing(part, sources[0], `give one of ${names}`);
  if (other !== undefined)
    reportField(part, other, `cannot be used together with ${source}: set one of ${names}`);
  return source ?? sources[0];
}

function requireUrl(part: Fields, name: string): string {
  const url = requireText(part, name, REQUIRED);
  if (!/^(https?:\/\/|data:)/i.test(url))
    reportField(part, name, 'must be an http, https or data URL');
  return url;
}
