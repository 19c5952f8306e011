import type { JsonValue } from '../../core/index.ts';
import { createInvalidFieldError } from '../wire/agui-error.ts';
import type { InputCall, InputMessage, InputPart } from '../wire/run-input.ts';
import {
  requireId,
  readList,
  requireObjectField,
  readText,
  requireText,
  requireOneOf,
  type RequestObject,
} from './request-fields.ts';

const ROLES = [
  'developer',
  'system',
  'user',
  'assistant',
  'tool',
  'reasoning',
  'activity',
] as const;

/** Reads one message of the conversation (AG-UI 1.0, Message). */
export function readMessage(value: JsonValue, path: string): InputMessage {
  const fields = requireObjectField(value, path);
  const located = { id: requireId(fields, 'id'), path, raw: fields.object };
  const role = requireOneOf(fields, 'role', ROLES);
  switch (role) {
    case 'developer':
    case 'system':
      return { ...located, role: 'system', content: requireText(fields, 'content') };
    case 'user':
      return { ...located, role, content: requireContent(fields) };
    case 'assistant': {
      const content = readText(fields, 'content') ?? '';
      return { ...located, role, content, calls: readList(fields, 'toolCalls', readCall) };
    }
    case 'tool': {
      const error = readText(fields, 'error');
      const content = joinTexts(requireContent(fields));
      return {
        ...located,
        role,
        callId: requireId(fields, 'toolCallId'),
        content: error !== undefined && content === '' ? error : content,
        isError: error !== undefined,
      };
    }
    case 'reasoning':
    case 'activity':
      return { ...located, role: 'shown' };
  }
}

function readCall(value: JsonValue, path: string): InputCall {
  const fields = requireObjectField(value, path);
  const called = requireObjectField(fields.object['function'], `${path}.function`);
  return {
    id: requireId(fields, 'id'),
    name: requireText(called, 'name'),
    arguments: requireText(called, 'arguments'),
  };
}

function requireContent(fields: RequestObject): string | readonly InputPart[] {
  const content = fields.object['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    throw createInvalidFieldError(`${fields.path}content`, 'must be a string or a list of parts');
  }
  return readList(fields, 'content', readPart).flat();
}

/**
 * Reads one part of a message. Parts that only the model provider can read are skipped, because a
 * run must not fail if a part is unusable (AG-UI 1.0, Run Input).
 */
function readPart(value: JsonValue, path: string): InputPart[] {
  const fields = requireObjectField(value, path);
  const type = requireOneOf(fields, 'type', ['text', 'image', 'audio', 'video', 'document']);
  if (type === 'text') return [{ type, text: requireText(fields, 'text') }];
  const source = requireObjectField(fields.object['source'], `${path}.source`);
  const kind = requireOneOf(source, 'type', ['data', 'url', 'file']);
  const given = requireText(source, 'value');
  const mediaType = readText(source, 'mimeType');
  switch (kind) {
    case 'file':
      return [];
    case 'data':
      return [{ type, url: `data:${mediaType ?? ''};base64,${given}`, mediaType }];
    case 'url':
      if (isUrl(given)) return [{ type, url: given, mediaType }];
      throw createInvalidFieldError(`${path}.source.value`, 'must be an http, https or data URL');
  }
}

function isUrl(text: string): boolean {
  return /^(https?|data):/i.test(text) && URL.canParse(text);
}

/** Joins the text parts of a tool result, because models read a result as one text. */
function joinTexts(content: string | readonly InputPart[]): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
