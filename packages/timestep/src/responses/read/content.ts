import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { outputText, type ContentItem } from '../wire/item.ts';
import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';
import { mediaTypeOf } from '../files/media-type.ts';
import { field } from './field.ts';
import { oneOf } from './one-of.ts';

/**
 * The content of a message or of a function's output. A part of unknown type is refused, because
 * leaving it out would lose what its author said.
 */
export function readContent(
  content: JsonValue | undefined,
  path: string,
  isAssistant = false,
): ContentItem[] {
  if (content == null) throw missing(path, 'give a string or a list of parts');
  if (typeof content === 'string') {
    return [isAssistant ? outputText(content) : { type: 'input_text', text: content }];
  }
  if (!Array.isArray(content)) throw wrongType(path, 'a string or a list of parts', content);
  return content.map((part: JsonValue, index) => {
    if (!isJsonObject(part)) throw wrongType(`${path}[${index}]`, 'an object', part);
    return readPart(part, `${path}[${index}].`);
  });
}

function readPart(part: JsonObject, path: string): ContentItem {
  switch (part['type']) {
    case 'input_text':
      return { type: 'input_text', text: required(part, 'text', path) };
    case 'output_text':
    case 'text':
      return outputText(required(part, 'text', path));
    case 'refusal':
      return { type: 'refusal', refusal: required(part, 'refusal', path) };
    case 'input_image': {
      const detail = oneOf(part, 'detail', path, DETAILS) ?? 'auto';
      if (sourceOf(part, IMAGE_SOURCES, path) === 'file_id') {
        return { type: 'input_image', file_id: required(part, 'file_id', path), detail };
      }
      const image_url = fetchable(required(part, 'image_url', path), `${path}image_url`);
      return { type: 'input_image', image_url, detail };
    }
    case 'input_file': {
      const filename = field(part, 'filename', 'string', path);
      return {
        type: 'input_file',
        ...fileSource(part, path, filename),
        ...(filename !== undefined && { filename }),
      };
    }
    default:
      throw invalidValue(
        `${path}type`,
        'must be input_text, input_image, input_file, output_text or refusal',
      );
  }
}

/** Content as text, for places that take only text: attachments are named. */
export function textOfContent(content: readonly ContentItem[], separator = '\n'): string {
  return content.map(textOfPart).join(separator);
}

function textOfPart(part: ContentItem): string {
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

function fileSource(
  part: JsonObject,
  path: string,
  filename: string | undefined,
): { readonly file_id: string } | { readonly file_url: string } {
  const source = sourceOf(part, FILE_SOURCES, path);
  const given = required(part, source, path);
  switch (source) {
    case 'file_id':
      return { file_id: given };
    case 'file_url':
      return { file_url: fetchable(given, `${path}file_url`) };
    case 'file_data': {
      if (given.startsWith('data:')) return { file_url: given };
      if (!/^[\w+/=\s-]+$/.test(given)) {
        throw invalidValue(`${path}file_data`, 'must be a data URL or the content in base64');
      }
      return { file_url: `data:${mediaTypeOf(filename)};base64,${given}` };
    }
  }
}

/** The field that says where the content is; there must be one. */
function sourceOf<Source extends string>(
  part: JsonObject,
  sources: readonly Source[],
  path: string,
): Source {
  const [source, other] = sources.filter((name) => part[name] != null);
  const names = sources.join(', ');
  if (source === undefined) throw missing(`${path}${sources[0]}`, `give one of ${names}`);
  if (other === undefined) return source;
  throw invalidValue(path + other, `cannot be given together with ${source}: give one of ${names}`);
}

function fetchable(url: string, path: string): string {
  if (/^(https?:\/\/|data:)/i.test(url)) return url;
  throw invalidValue(path, 'must be an http, https or data URL');
}

function required(part: JsonObject, name: string, path: string): string {
  const value = field(part, name, 'string', path);
  if (value === undefined) throw missing(path + name, 'every part of this type needs it');
  return value;
}
