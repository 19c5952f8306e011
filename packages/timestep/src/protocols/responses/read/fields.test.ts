import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { readItems } from './read-items.ts';
import { readCreateRequest } from './create-request.ts';

/** What is wrong with the body of a request, by the field that is said to be at fault. */
function paramOf(body: JsonObject): JsonValue {
  try {
    const { input } = readCreateRequest({ input: 'x', ...body });
    readItems(input, 'k', new Map());
  } catch (thrown) {
    const { status, param } = thrown as { readonly status: number; readonly param: JsonValue };
    return status === 400 ? param : status;
  }
  return 'nothing';
}

const f = (name: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  name,
  ...more,
});
const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 'v']));
const long = (length: number): string => 'x'.repeat(length);
const schema = (more: JsonObject): JsonObject => ({
  text: { format: { type: 'json_schema', name: 'n', schema: {}, ...more } },
});
const said = (...content: readonly JsonValue[]): JsonObject => ({
  input: [{ role: 'user', content: [...content] }],
});

it.each<[string, JsonObject]>([
  ['input', { input: 7 }],
  ['input', { input: '' }],
  ['input', { input: [] }],
  ['input[0]', { input: ['x'] }],
  ['input[0].role', { input: [{ role: 'robot', content: 'x' }] }],
  ['input[0].content', { input: [{ role: 'user', content: 7 }] }],
  ['input[0].content[0].type', said({ type: 'input_video' })],
  ['input[0].content[0].text', said({ type: 'input_text' })],
  ['input[0].content[0].detail', said({ type: 'input_image', image_url: 'data:,', detail: 'x' })],
  ['input[0].content[0].image_url', said({ type: 'input_image' })],
  ['input[0].status', { input: [{ role: 'user', content: 'x', status: 'done' }] }],
  ['input[0].phase', { input: [{ role: 'assistant', content: 'x', phase: 'late' }] }],
  ['input[0].summary', { input: [{ type: 'reasoning', summary: 'x' }] }],
  ['model', { model: 7 }],
  ['instructions', { instructions: ['x'] }],
  ['previous_response_id', { previous_response_id: 7 }],
  ['conversation', { conversation: 7 }],
  ['conversation.id', { conversation: {} }],
  ['store', { store: 'yes' }],
  ['stream', { stream: 'yes' }],
  ['stream_options', { stream: true, stream_options: true }],
  [
    'stream_options.include_obfuscation',
    { stream: true, stream_options: { include_obfuscation: 1 } },
  ],
  ['background', { background: 1 }],
  ['background', { background: true, store: false }],
  ['temperature', { temperature: 2.1 }],
  ['temperature', { temperature: '1' }],
  ['top_p', { top_p: -0.1 }],
  ['presence_penalty', { presence_penalty: 3 }],
  ['frequency_penalty', { frequency_penalty: -3 }],
  ['max_output_tokens', { max_output_tokens: 0 }],
  ['max_output_tokens', { max_output_tokens: 1.5 }],
  ['max_tool_calls', { max_tool_calls: 0 }],
  ['top_logprobs', { top_logprobs: 21 }],
  ['top_logprobs', { top_logprobs: -1 }],
  ['top_logprobs', { top_logprobs: 1.5 }],
  ['parallel_tool_calls', { parallel_tool_calls: 1 }],
  ['truncation', { truncation: 'some' }],
  ['truncation', { truncation: 'auto' }],
  ['service_tier', { service_tier: 'gold' }],
  ['metadata', { metadata: 'x' }],
  ['metadata', { metadata: many(17) }],
  ['metadata', { metadata: { [long(65)]: 'x' } }],
  ['metadata.a', { metadata: { a: long(513) } }],
  ['metadata.a', { metadata: { a: 7 } }],
  ['user', { user: 7 }],
  ['safety_identifier', { safety_identifier: long(65) }],
  ['prompt_cache_key', { prompt_cache_key: long(65) }],
  ['prompt_cache_retention', { prompt_cache_retention: 'for ever' }],
  ['include', { include: 'x' }],
  ['include[0]', { include: [7] }],
  ['include[1]', { include: ['x', 'message.output_text.logprobs'] }],
  ['text', { text: 'x' }],
  ['text.verbosity', { text: { verbosity: 'loud' } }],
  ['text.format', { text: { format: 'json' } }],
  ['text.format.type', { text: { format: {} } }],
  ['text.format.type', { text: { format: { type: 'xml' } } }],
  ['text.format.name', schema({ name: 'a b' })],
  ['text.format.name', schema({ name: long(65) })],
  ['text.format.schema', schema({ schema: 'x' })],
  ['text.format.strict', schema({ strict: 'yes' })],
  ['text.format.description', schema({ description: 7 })],
  ['reasoning', { reasoning: 'high' }],
  ['reasoning.effort', { reasoning: { effort: 'huge' } }],
  ['reasoning.summary', { reasoning: { summary: 'all' } }],
  ['tools', { tools: {} }],
  ['tools[0]', { tools: ['x'] }],
  ['tools[0].type', { tools: [{}] }],
  ['tools[0].type', { tools: [{ type: 7 }] }],
  ['tools[0].name', { tools: [f('')] }],
  ['tools[0].name', { tools: [f('a b')] }],
  ['tools[0].name', { tools: [f(long(129))] }],
  ['tools[1].name', { tools: [f('a'), f('a')] }],
  ['tools[0].description', { tools: [f('a', { description: 7 })] }],
  ['tools[0].parameters', { tools: [f('a', { parameters: 'x' })] }],
  ['tools[0].strict', { tools: [f('a', { strict: 'yes' })] }],
  ['tool_choice', { tool_choice: 'maybe' }],
  ['tool_choice', { tool_choice: 7 }],
  ['tool_choice.name', { tool_choice: { type: 'function' } }],
  ['tool_choice.mode', { tool_choice: { type: 'allowed_tools', mode: 'x', tools: [] } }],
  ['tool_choice.tools', { tool_choice: { type: 'allowed_tools', mode: 'auto', tools: 'x' } }],
  ['prompt', { prompt: 'x' }],
  ['prompt.id', { prompt: {} }],
  ['prompt.variables', { prompt: { id: 'p', variables: 'x' } }],
])('%s is at fault in %j', (param, body) => {
  expect(paramOf(body)).toBe(param);
});

it.each<[string, JsonObject]>([
  ['an unknown field', { colour: 'red' }],
  ['tools of other types', { tools: [{ type: 'web_search' }, { type: 'namespace', name: 'a' }] }],
  ['bounds as they are', { metadata: { ...many(15), [long(64)]: long(512) }, temperature: 2 }],
  ['fields that are null', { temperature: null, tools: null, metadata: null, text: null }],
  ['a choice among tools that are not here', { tool_choice: { type: 'web_search' } }],
])('nothing is at fault in %s', (_what, body) => {
  expect(paramOf(body)).toBe('nothing');
});
