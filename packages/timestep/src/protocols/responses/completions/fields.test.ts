import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core';
import { readItems } from '../read/read-items.ts';
import { readChatCompletionRequest, renameParamInError } from './read-completion.ts';

/** What is wrong with the body of a request, by the field that is said to be at fault. */
function paramOf(body: JsonObject): JsonValue {
  try {
    const { create } = readChatCompletionRequest({
      messages: [{ role: 'user', content: 'x' }],
      ...body,
    });
    readItems(create.input, 'k', new Map());
  } catch (thrown) {
    const refused = renameParamInError(thrown) as {
      readonly status: number;
      readonly param: JsonValue;
    };
    return refused.status === 400 ? refused.param : refused.status;
  }
  return 'nothing';
}

const user = (...content: readonly JsonValue[]): JsonObject => ({
  messages: [{ role: 'user', content: [...content] }],
});
const tool = (made: JsonObject): JsonObject => ({ tools: [{ type: 'function', function: made }] });
const schema = (json_schema: JsonObject): JsonObject => ({
  response_format: { type: 'json_schema', json_schema },
});

it.each<[string, JsonObject]>([
  ['messages', { messages: [] }],
  ['messages', { messages: 'x' }],
  ['messages[0]', { messages: ['x'] }],
  ['messages[0].role', { messages: [{ content: 'x' }] }],
  ['messages[0].role', { messages: [{ role: 'robot', content: 'x' }] }],
  ['messages[0].content', { messages: [{ role: 'user' }] }],
  ['messages[0].content', { messages: [{ role: 'user', content: 7 }] }],
  ['messages[0].content[0].type', user({ type: 'input_audio' })],
  ['messages[0].content[0].image_url.url', user({ type: 'image_url', image_url: {} })],
  ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
  ['model', { model: 7 }],
  ['n', { n: 2 }],
  ['n', { n: 'two' }],
  ['stop', { stop: 7 }],
  ['store', { store: true }],
  ['modalities', { modalities: ['text', 'audio'] }],
  ['audio', { audio: { voice: 'alloy', format: 'mp3' } }],
  ['functions', { functions: [{ name: 'a' }] }],
  ['function_call', { function_call: { name: 'a' } }],
  ['logprobs', { logprobs: true }],
  ['logit_bias', { logit_bias: { 5: 1 } }],
  ['stream', { stream: 'yes' }],
  ['stream_options', { stream_options: 'x' }],
  ['stream_options.include_usage', { stream_options: { include_usage: 1 } }],
  ['temperature', { temperature: 3 }],
  ['top_p', { top_p: 2 }],
  ['presence_penalty', { presence_penalty: -3 }],
  ['frequency_penalty', { frequency_penalty: 'x' }],
  ['max_completion_tokens', { max_completion_tokens: 0 }],
  ['max_completion_tokens', { max_completion_tokens: 1.5 }],
  ['reasoning_effort', { reasoning_effort: 'huge' }],
  ['verbosity', { verbosity: 'loud' }],
  ['service_tier', { service_tier: 'gold' }],
  ['metadata.a', { metadata: { a: 'x'.repeat(513) } }],
  ['user', { user: 7 }],
  ['tools', { tools: 'x' }],
  ['tools[0].function.name', tool({})],
  ['tools[0].function.name', tool({ name: 'a b' })],
  ['tools[0].function.parameters', tool({ name: 'a', parameters: 'x' })],
  ['tool_choice', { tool_choice: 'maybe' }],
  ['response_format', { response_format: 'json' }],
  ['response_format.type', { response_format: { type: 'xml' } }],
  ['response_format.json_schema.name', schema({ schema: {} })],
  ['response_format.json_schema.schema', schema({ name: 'n' })],
])('%s is at fault in %j', (param, body) => {
  expect(paramOf(body)).toBe(param);
});

it.each<[string, JsonObject]>([
  ['an unknown field', { colour: 'red' }],
  ['empty values', { stop: [], logit_bias: {}, functions: [], audio: null, tools: [] }],
  ['legacy defaults', { function_call: 'auto', store: false, modalities: ['text'] }],
  ['what is the default', { n: 1, logprobs: false, stop: null, stream_options: null }],
])('nothing is at fault in %s', (_what, body) => {
  expect(paramOf(body)).toBe('nothing');
});
