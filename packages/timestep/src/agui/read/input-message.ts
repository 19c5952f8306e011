import type { JsonValue } from '../../core/index.ts';
import { invalidField } from '../wire/agui-error.ts';
import type { InputCall, InputMessage, InputPart } from '../wire/run-input.ts';
import { idAt, listAt, objectAt, optionalTextAt, textAt, wordAt, type From } from './fields.ts';

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
  const from = objectAt(value, path);
  const placed = { id: idAt(from, 'id'), path, raw: from.object };
  const role = wordAt(from, 'role', ROLES);
  switch (role) {
    case 'developer':
    case 'system':
      return { ...placed, role: 'system', content: textAt(from, 'content') };
    case 'user':
      return { ...placed, role, content: contentAt(from) };
    case 'assistant': {
      const content = optionalTextAt(from, 'content') ?? '';
      return { ...placed, role, content, calls: listAt(from, 'toolCalls', readCall) };
    }
    case 'tool': {
      const error = optionalTextAt(from, 'error');
      const content = wordsOf(contentAt(from));
      return {
        ...placed,
        role,
        callId: idAt(from, 'toolCallId'),
        content: error !== undefined && content === '' ? error : content,
        isError: error !== undefined,
      };
    }
    case 'reasoning':
    case 'activity':
      return { ...placed, role: 'shown' };
  }
}

function readCall(value: JsonValue, path: string): InputCall {
  const from = objectAt(value, path);
  const called = objectAt(from.object['function'], `${path}.function`);
  return {
    id: idAt(from, 'id'),
    name: textAt(called, 'name'),
    arguments: textAt(called, 'arguments'),
  };
}

function contentAt(from: From): string | readonly InputPart[] {
  const content = from.object['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    throw invalidField(`${from.path}content`, 'must be a string or a list of parts');
  }
  return listAt(from, 'content', readPart).flat();
}

/**
 * A part of a message. What only its provider can read is left out, because a run must not fail where a
 * part cannot be used (AG-UI 1.0, Run Input).
 */
function readPart(value: JsonValue, path: string): InputPart[] {
  const from = objectAt(value, path);
  const type = wordAt(from, 'type', ['text', 'image', 'audio', 'video', 'document']);
  if (type === 'text') return [{ type, text: textAt(from, 'text') }];
  const source = objectAt(from.object['source'], `${path}.source`);
  const kind = wordAt(source, 'type', ['data', 'url', 'file']);
  const given = textAt(source, 'value');
  const mediaType = optionalTextAt(source, 'mimeType');
  switch (kind) {
    case 'file':
      return [];
    case 'data':
      return [{ type, url: `data:${mediaType ?? ''};base64,${given}`, mediaType }];
    case 'url':
      if (isAddress(given)) return [{ type, url: given, mediaType }];
      throw invalidField(`${path}.source.value`, 'must be an http, https or data address');
  }
}

function isAddress(text: string): boolean {
  return /^(https?|data):/i.test(text) && URL.canParse(text);
}

/** The texts of a result, which models read as one. */
function wordsOf(content: string | readonly InputPart[]): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
}
