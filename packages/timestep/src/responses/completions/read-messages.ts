import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { field } from '../read/field.ts';
import { invalidValue, missing, wrongType } from '../wire/responses-error.ts';

/** Messages of Chat Completions as input items of Responses, which are read further as those are. */
export function itemsFromMessages(messages: readonly JsonValue[]): JsonObject[] {
  return messages.flatMap((message, index) => {
    const path = `messages[${index}]`;
    if (!isJsonObject(message)) throw wrongType(path, 'an object', message);
    return itemsOf(message, `${path}.`);
  });
}

function itemsOf(message: JsonObject, path: string): JsonObject[] {
  const role = field(message, 'role', 'string', path);
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return [{ role, content: contentOf(message, path, 'input_text') }];
    case 'assistant':
      return [...spoken(message, path), ...callsIn(message, path)];
    case 'tool': {
      const call_id = required(message, 'tool_call_id', path);
      const output = contentOf(message, path, 'input_text');
      return [{ type: 'function_call_output', call_id, output }];
    }
    case undefined:
      throw missing(`${path}role`, 'every message needs one');
    default:
      throw invalidValue(`${path}role`, 'must be system, developer, user, assistant or tool');
  }
}

/** What an assistant said; a message that only calls tools says nothing. */
function spoken(message: JsonObject, path: string): JsonObject[] {
  const refusal = field(message, 'refusal', 'string', path);
  if (refusal !== undefined) {
    return [{ role: 'assistant', content: [{ type: 'refusal', refusal }] }];
  }
  if (message['content'] == null && message['tool_calls'] != null) return [];
  return [{ role: 'assistant', content: contentOf(message, path, 'output_text') }];
}

function callsIn(message: JsonObject, path: string): JsonObject[] {
  return (field(message, 'tool_calls', 'list', path) ?? []).map((call, index) => {
    const at = `${path}tool_calls[${index}]`;
    if (!isJsonObject(call)) throw wrongType(at, 'an object', call);
    const called = field(call, 'function', 'object', `${at}.`);
    if (!called) throw missing(`${at}.function`, 'say which function was called');
    return {
      type: 'function_call',
      call_id: required(call, 'id', `${at}.`),
      name: required(called, 'name', `${at}.function.`),
      arguments: field(called, 'arguments', 'string', `${at}.function.`) ?? '{}',
    };
  });
}

function contentOf(
  message: JsonObject,
  path: string,
  text: 'input_text' | 'output_text',
): JsonValue {
  const content = message['content'] ?? undefined;
  if (content === undefined) throw missing(`${path}content`, 'give a string or a list of parts');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    throw wrongType(`${path}content`, 'a string or a list of parts', content);
  }
  return content.map((part: JsonValue, index) => {
    const at = `${path}content[${index}]`;
    if (!isJsonObject(part)) throw wrongType(at, 'an object', part);
    return partOf(part, `${at}.`, text);
  });
}

function partOf(part: JsonObject, path: string, text: 'input_text' | 'output_text'): JsonObject {
  switch (part['type']) {
    case 'text':
      return { type: text, text: required(part, 'text', path) };
    case 'refusal':
      return { type: 'refusal', refusal: required(part, 'refusal', path) };
    case 'image_url': {
      const image = field(part, 'image_url', 'object', path) ?? {};
      const detail = field(image, 'detail', 'string', `${path}image_url.`);
      const image_url = required(image, 'url', `${path}image_url.`);
      return { type: 'input_image', image_url, ...(detail !== undefined && { detail }) };
    }
    case 'file':
      return { type: 'input_file', ...field(part, 'file', 'object', path) };
    default:
      throw invalidValue(`${path}type`, 'must be text, image_url, file or refusal');
  }
}

function required(object: JsonObject, name: string, path: string): string {
  const value = field(object, name, 'string', path);
  if (value === undefined) throw missing(path + name, 'messages of this kind need it');
  return value;
}
