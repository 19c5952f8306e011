import { isJsonObject, type JsonObject, type JsonValue } from '../../core/index.ts';
import { readField } from '../read/read-field.ts';
import {
  createInvalidValueError,
  createMissingFieldError,
  createWrongTypeError,
} from '../wire/responses-error.ts';

/**
 * Converts Chat Completions messages to Responses input items, which `readItems` validates further.
 */
export function messagesToItems(messages: readonly JsonValue[]): JsonObject[] {
  return messages.flatMap((message, index) => {
    const path = `messages[${index}]`;
    if (!isJsonObject(message)) throw createWrongTypeError(path, 'an object', message);
    return messageToItems(message, `${path}.`);
  });
}

function messageToItems(message: JsonObject, path: string): JsonObject[] {
  const role = readField(message, 'role', 'string', path);
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return [{ role, content: readMessageContent(message, path, 'input_text') }];
    case 'assistant':
      return [...readAssistantText(message, path), ...readToolCalls(message, path)];
    case 'tool': {
      const call_id = readRequiredString(message, 'tool_call_id', path);
      const output = readMessageContent(message, path, 'input_text');
      return [{ type: 'function_call_output', call_id, output }];
    }
    case undefined:
      throw createMissingFieldError(`${path}role`, 'every message must have a role');
    default:
      throw createInvalidValueError(
        `${path}role`,
        'must be system, developer, user, assistant or tool',
      );
  }
}

/** Reads the text of an assistant message. Returns no items if the message only calls tools. */
function readAssistantText(message: JsonObject, path: string): JsonObject[] {
  const refusal = readField(message, 'refusal', 'string', path);
  if (refusal !== undefined) {
    return [{ role: 'assistant', content: [{ type: 'refusal', refusal }] }];
  }
  if (message['content'] == null && message['tool_calls'] != null) return [];
  return [{ role: 'assistant', content: readMessageContent(message, path, 'output_text') }];
}

function readToolCalls(message: JsonObject, path: string): JsonObject[] {
  return (readField(message, 'tool_calls', 'list', path) ?? []).map((call, index) => {
    const at = `${path}tool_calls[${index}]`;
    if (!isJsonObject(call)) throw createWrongTypeError(at, 'an object', call);
    const called = readField(call, 'function', 'object', `${at}.`);
    if (!called)
      throw createMissingFieldError(`${at}.function`, 'set the function that was called');
    return {
      type: 'function_call',
      call_id: readRequiredString(call, 'id', `${at}.`),
      name: readRequiredString(called, 'name', `${at}.function.`),
      arguments: readField(called, 'arguments', 'string', `${at}.function.`) ?? '{}',
    };
  });
}

function readMessageContent(
  message: JsonObject,
  path: string,
  text: 'input_text' | 'output_text',
): JsonValue {
  const content = message['content'] ?? undefined;
  if (content === undefined)
    throw createMissingFieldError(`${path}content`, 'give a string or a list of parts');
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    throw createWrongTypeError(`${path}content`, 'a string or a list of parts', content);
  }
  return content.map((part: JsonValue, index) => {
    const at = `${path}content[${index}]`;
    if (!isJsonObject(part)) throw createWrongTypeError(at, 'an object', part);
    return readContentPart(part, `${at}.`, text);
  });
}

function readContentPart(
  part: JsonObject,
  path: string,
  text: 'input_text' | 'output_text',
): JsonObject {
  switch (part['type']) {
    case 'text':
      return { type: text, text: readRequiredString(part, 'text', path) };
    case 'refusal':
      return { type: 'refusal', refusal: readRequiredString(part, 'refusal', path) };
    case 'image_url': {
      const image = readField(part, 'image_url', 'object', path) ?? {};
      const detail = readField(image, 'detail', 'string', `${path}image_url.`);
      const image_url = readRequiredString(image, 'url', `${path}image_url.`);
      return { type: 'input_image', image_url, ...(detail !== undefined && { detail }) };
    }
    case 'file':
      return { type: 'input_file', ...readField(part, 'file', 'object', path) };
    default:
      throw createInvalidValueError(`${path}type`, 'must be text, image_url, file or refusal');
  }
}

function readRequiredString(object: JsonObject, name: string, path: string): string {
  const value = readField(object, name, 'string', path);
  if (value === undefined)
    throw createMissingFieldError(path + name, 'messages of this type require it');
  return value;
}
