import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { createOutputText, type ContentItem } from '../wire/response-item.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  createWrongTypeError,
} from '../wire/responses-error.ts';
import { resolveMediaType } from '../files/media-type.ts';
import { readField } from './read-field.ts';
import { readEnumField } from './enum-field.ts';

/**
 * Reads the content of a message or of a function output. Rejects parts of unknown type, because
 * dropping them would lose what the author said.
 */
export function readContent(
  content: JsonValue | undefined,
  path: string,
  isAssistant = false,
): ContentItem[] {
  if (content == null) throw createMissingFieldError(path, 'give a string or a list of parts');
  if (typeof content === 'string') {
    return [isAssistant ? createOutputText(content) : { type: 'input_text', text: content }];
  }
  if (!Array.isArray(content))
    throw createWrongTypeError(path, 'a string or a list of parts', content);
  return content.map((part: JsonValue, index) => {
    if (!isJsonObject(part)) throw createWrongTypeError(`${path}[${index}]`, 'an object', part);
    return readPart(part, `${path}[${index}].`);
  });
}

function readPart(part: JsonObject, path: string): ContentItem {
  switch (part['type']) {
    case 'input_text':
      return { type: 'input_text', text: readRequiredString(part, 'text', path) };
    case 'output_text':
    case 'text':
      return createOutputText(readRequiredString(part, 'text', path));
    case 'refusal':
      return { type: 'refusal', refusal: readRequiredString(part, 'refusal', path) };
    case 'input_image': {
      const detail = readEnumField(part, 'detail', path, DETAILS) ?? 'auto';
      if (findSourceField(part, IMAGE_SOURCES, path) === 'file_id') {
        return { type: 'input_image', file_id: readRequiredString(part, 'file_id', path), detail };
      }
      const image_url = checkUrlScheme(
        readRequiredString(part, 'image_url', path),
        `${path}image_url`,
      );
      return { type: 'input_image', image_url, detail };
    }
    case 'input_file': {
      const filename = readField(part, 'filename', 'string', path);
      return {
        type: 'input_file',
        ...readFileSource(part, path, filename),
        ...(filename !== undefined && { filename }),
      };
    }
    default:
      throw createInvalidValueError(
        `${path}type`,
        'must be input_text, input_image, input_file, output_text or refusal',
      );
  }
}

/** Converts content to plain text. Images and files become placeholders such as `[image]`. */
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
  part: JsonObject,
  path: string,
  filename: string | undefined,
): { readonly file_id: string } | { readonly file_url: string } {
  const source = findSourceField(part, FILE_SOURCES, path);
  const given = readRequiredString(part, source, path);
  switch (source) {
    case 'file_id':
      return { file_id: given };
    case 'file_url':
      return { file_url: checkUrlScheme(given, `${path}file_url`) };
    case 'file_data': {
      if (given.startsWith('data:')) return { file_url: given };
      if (!/^[\w+/=\s-]+$/.test(given)) {
        throw createInvalidValueError(
          `${path}file_data`,
          'must be a data URL or the content in base64',
        );
      }
      return { file_url: `data:${resolveMediaType(filename)};base64,${given}` };
    }
  }
}

/**
 * Returns the name of the field that holds the content of a part. Throws `ResponsesError` unless
 * exactly one such field is set.
 */
function findSourceField<Source extends string>(
  part: JsonObject,
  sources: readonly Source[],
  path: string,
): Source {
  const [source, other] = sources.filter((name) => part[name] != null);
  const names = sources.join(', ');
  if (source === undefined)
    throw createMissingFieldError(`${path}${sources[0]}`, `give one of ${names}`);
  if (other === undefined) return source;
  throw createInvalidValueError(
    path + other,
    `cannot be used together with ${source}: set one of ${names}`,
  );
}

function checkUrlScheme(url: string, path: string): string {
  if (/^(https?:\/\/|data:)/i.test(url)) return url;
  throw createInvalidValueError(path, 'must be an http, https or data URL');
}

function readRequiredString(part: JsonObject, name: string, path: string): string {
  const value = readField(part, name, 'string', path);
  if (value === undefined)
    throw createMissingFieldError(path + name, 'every part of this type requires it');
  return value;
}
