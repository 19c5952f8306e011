import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { outputText, type ContentItem } from '../wire/item.ts';
import { invalidValue, missing, unsupported, wrongType } from '../wire/responses-error.ts';
import { field } from './field.ts';

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
      refuseFileId(part, path);
      const detail = field(part, 'detail', 'string', path) ?? 'auto';
      const image_url = fetchable(required(part, 'image_url', path), `${path}image_url`);
      return { type: 'input_image', image_url, detail };
    }
    case 'input_file': {
      refuseFileId(part, path);
      const filename = field(part, 'filename', 'string', path);
      return {
        type: 'input_file',
        file_url: fileUrl(part, path),
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

function fileUrl(part: JsonObject, path: string): string {
  const data = field(part, 'file_data', 'string', path);
  if (data === undefined) return fetchable(required(part, 'file_url', path), `${path}file_url`);
  return data.startsWith('data:') ? data : `data:application/octet-stream;base64,${data}`;
}

function refuseFileId(part: JsonObject, path: string): void {
  if (part['file_id'] != null) {
    throw unsupported(`${path}file_id`, 'send the content itself, or an address of it');
  }
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
