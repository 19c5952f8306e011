import {
  isJsonObject,
  MAX_CALL_ID_LENGTH,
  omitUndefined,
  readId,
  readObject,
  readObjects,
  readText,
  readValue,
  reportMissing,
  toFields,
  requireId,
  requireText,
  requireWord,
  type Fields,
  type JsonObject,
  type JsonValue,
  type ToolSchema,
  reportField,
  requireObject,
} from '#core';
import type {
  ResumeEntry,
  RunInput,
  InputCall,
  InputMessage,
  InputPart,
} from '../wire/run-input.ts';
import { FIELD_RULES } from './agui-fields.ts';

export function readRunInput(body: JsonValue): RunInput {
  const fields = toFields(body, FIELD_RULES, 'the body');
  const threadId = requireId(fields, 'threadId');
  const runId = requireId(fields, 'runId');
  if (fields.object['messages'] === undefined)
    reportMissing(fields, 'messages', 'it must be a list');
  return {
    threadId,
    runId,
    protocolVersion: readText(fields, 'protocolVersion'),
    messages: (readObjects(fields, 'messages') ?? []).map(readMessage),
    tools: (readObjects(fields, 'tools') ?? []).map(readFrontEndTool),
    context: (readObjects(fields, 'context') ?? []).map(readContextEntry),
    metadata: readRunMetadata(fields),
    resume: (readObjects(fields, 'resume') ?? []).map(readResumeEntry),
  };
}

function readFrontEndTool(fields: Fields): ToolSchema {
  const name = requireId(fields, 'name');
  const description = readText(fields, 'description');
  const parameters = readObject(fields, 'parameters')?.object ?? { type: 'object', properties: {} };
  return { type: 'function', function: omitUndefined({ name, description, parameters }) };
}

function readContextEntry(fields: Fields): RunInput['context'][number] {
  return { description: requireText(fields, 'description'), value: requireText(fields, 'value') };
}

function readResumeEntry(fields: Fields): ResumeEntry {
  return {
    path: fields.path,
    interruptId: requireId(fields, 'interruptId', undefined, MAX_CALL_ID_LENGTH),
    status: requireWord(fields, 'status', ['resolved', 'cancelled']),
    payload: fields.object['payload'],
  };
}

/** Returns the fields of a run that the agent receives as metadata, without empty values. */
function readRunMetadata(fields: Fields): JsonObject {
  return omitUndefined({
    state: omitEmptyObject(readValue(fields, 'state')),
    forwarded_props: omitEmptyObject(readValue(fields, 'forwardedProps')),
    parent_run_id: readId(fields, 'parentRunId'),
  });
}

function omitEmptyObject(value: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(value) && Object.keys(value).length === 0 ? undefined : value;
}

const ROLES = [
  'developer',
  'system',
  'user',
  'assistant',
  'tool',
  'reasoning',
  'activity',
] as const;

/** Reads one message (AG-UI 1.0, Message). */
function readMessage(fields: Fields): InputMessage {
  const located = { id: requireId(fields, 'id'), path: fields.path, raw: fields.object };
  const role = requireWord(fields, 'role', ROLES);
  switch (role) {
    case 'developer':
    case 'system':
      return { ...located, role: 'system', content: requireText(fields, 'content') };
    case 'user':
      return { ...located, role, content: requireContent(fields) };
    case 'assistant': {
      const content = readText(fields, 'content') ?? '';
      const calls = (readObjects(fields, 'toolCalls') ?? []).map(readToolCallInput);
      return { ...located, role, content, calls };
    }
    case 'tool': {
      const error = readText(fields, 'error');
      const said = joinPartsAsText(requireContent(fields));
      const content = [said, error ?? ''].filter((text) => text !== '').join('\n');
      const callId = requireId(fields, 'toolCallId', undefined, MAX_CALL_ID_LENGTH);
      return { ...located, role, callId, content, isError: error !== undefined };
    }
    case 'reasoning':
    case 'activity':
      return { ...located, role: 'shown' };
  }
}

function readToolCallInput(fields: Fields): InputCall {
  const called = requireObject(fields, 'function');
  return {
    id: requireId(fields, 'id', undefined, MAX_CALL_ID_LENGTH),
    name: requireText(called, 'name'),
    arguments: requireText(called, 'arguments'),
  };
}

function requireContent(fields: Fields): string | readonly InputPart[] {
  const content = fields.object['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) {
    reportField(fields, 'content', 'must be a string or a list of parts', 'wrong-type');
  }
  return (readObjects(fields, 'content') ?? []).flatMap(readInputPart);
}

/** Reads a message part. Returns nothing for parts that only the provider can read (AG-UI 1.0, Run Input). */
function readInputPart(fields: Fields): InputPart[] {
  const type = requireWord(fields, 'type', ['text', 'image', 'audio', 'video', 'document']);
  if (type === 'text') return [{ type, text: requireText(fields, 'text') }];
  const source = requireObject(fields, 'source');
  const kind = requireWord(source, 'type', ['data', 'url', 'file']);
  const given = requireText(source, 'value');
  const mediaType = readText(source, 'mimeType');
  switch (kind) {
    case 'file':
      return [];
    case 'data':
      return [{ type, url: `data:${mediaType ?? ''};base64,${given}`, mediaType }];
    case 'url':
      if (!isWebOrDataUrl(given))
        reportField(source, 'value', 'must be an http, https or data URL');
      return [{ type, url: given, mediaType }];
  }
}

function isWebOrDataUrl(text: string): boolean {
  return /^(https?|data):/i.test(text) && URL.canParse(text);
}

/** Joins the content of a tool result, because models read it as one text. */
function joinPartsAsText(content: string | readonly InputPart[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('');
}
