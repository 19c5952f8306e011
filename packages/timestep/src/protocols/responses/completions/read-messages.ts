import {
  omitUndefined,
  readObject,
  readObjects,
  readText,
  readValue,
  requireObject,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
} from '#core';
import { readTextOrParts } from '../read/read-content.ts';
import { requireCallId } from '../read/responses-fields.ts';
import { createInvalidValueError } from '../wire/responses-error.ts';

/** Converts messages of Chat Completions to items of Responses, which `readItems` validates further. */
export function messagesToItems(body: Fields): JsonObject[] {
  return (readObjects(body, 'messages') ?? []).flatMap(messageToItems);
}

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

function messageToItems(message: Fields): JsonObject[] {
  const role = requireWord(message, 'role', ROLES, 'every message must have a role');
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return [{ role, content: readMessageContent(message, 'input_text') }];
    case 'assistant':
      return [...readAssistantText(message), ...readToolCalls(message)];
    case 'tool': {
      const call_id = requireCallId(message, 'tool_call_id', REQUIRED);
      const output = readMessageContent(message, 'input_text');
      return [{ type: 'function_call_output', call_id, output }];
    }
  }
}

const REQUIRED = 'messages of this type require it';

function readAssistantText(message: Fields): JsonObject[] {
  const refusal = readText(message, 'refusal');
  if (refusal !== undefined) {
    return [{ role: 'assistant', content: [{ type: 'refusal', refusal }] }];
  }
  const onlyCalls =
    readValue(message, 'content') === undefined && readValue(message, 'tool_calls') !== undefined;
  if (onlyCalls) return [];
  return [{ role: 'assistant', content: readMessageContent(message, 'output_text') }];
}

function readToolCalls(message: Fields): JsonObject[] {
  return (readObjects(message, 'tool_calls') ?? []).map((call) => {
    const called = requireObject(call, 'function', 'set the function that was called');
    return {
      type: 'function_call',
      call_id: requireCallId(call, 'id', REQUIRED),
      name: requireText(called, 'name', REQUIRED),
      arguments: readText(called, 'arguments') ?? '{}',
    };
  });
}

type TextType = 'input_text' | 'output_text';

function readMessageContent(message: Fields, text: TextType): JsonValue {
  const content = readTextOrParts(message, 'content');
  return typeof content === 'string' ? content : content.map((part) => readContentPart(part, text));
}

function readContentPart(part: Fields, text: TextType): JsonObject {
  switch (part.object['type']) {
    case 'text':
      return { type: text, text: requireText(part, 'text', REQUIRED) };
    case 'refusal':
      return { type: 'refusal', refusal: requireText(part, 'refusal', REQUIRED) };
    case 'image_url': {
      const image = requireObject(part, 'image_url', REQUIRED);
      const detail = readText(image, 'detail');
      const image_url = requireText(image, 'url', REQUIRED);
      return { type: 'input_image', image_url, ...omitUndefined({ detail }) };
    }
    case 'file':
      return { type: 'input_file', ...readObject(part, 'file')?.object };
    default:
      throw createInvalidValueError(
        `${part.path}.type`,
        'must be text, image_url, file or refusal',
      );
  }
}
