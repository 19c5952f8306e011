import type { JsonObject } from '#core';
import { createPng, repeat } from '../refusal-case.fixture.ts';
import { signReasoning } from '../signature.ts';

export const user: JsonObject = { role: 'user', content: 'hi' };
const base = { model: 'claude-sonnet-4-5', max_tokens: 100 };

export function ask(fields: JsonObject): JsonObject {
  return { ...base, messages: [user], ...fields };
}

export function say(...messages: readonly JsonObject[]): JsonObject {
  return ask({ messages });
}

export function tell(...content: readonly JsonObject[]): JsonObject {
  return { role: 'user', content };
}

export function reply(...content: readonly JsonObject[]): JsonObject {
  return { role: 'assistant', content };
}

export function call(id: string): JsonObject {
  return { type: 'tool_use', id, name: 'look', input: {} };
}

export function result(id: string): JsonObject {
  return { type: 'tool_result', tool_use_id: id, content: 'seen' };
}

export function createTool(fields: JsonObject): JsonObject {
  return { name: 'look', input_schema: { type: 'object', properties: {} }, ...fields };
}

export function offer(...tools: readonly JsonObject[]): JsonObject {
  return ask({ tools });
}

export function createStrict(optional: number, fields: JsonObject = {}, name = 'look'): JsonObject {
  const properties = Object.fromEntries(repeat(optional, (at) => [`p${at}`, { type: 'string' }]));
  const input_schema = { type: 'object', properties, additionalProperties: false, ...fields };
  return { name, strict: true, input_schema };
}

export function createImage(width: number, media_type = 'image/png'): JsonObject {
  return { type: 'image', source: { type: 'base64', media_type, data: createPng(width) } };
}

export const text: JsonObject = { type: 'text', text: 'words' };
export const thought: JsonObject = {
  type: 'thinking',
  thinking: 'hm',
  signature: signReasoning('anthropic', 'hm'),
};
export const marked: JsonObject = { ...text, cache_control: { type: 'ephemeral' } };
