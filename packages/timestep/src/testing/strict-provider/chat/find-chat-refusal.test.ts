import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { createNested, createPng, repeat, type RefusalCase } from '../refusal-case.fixture.ts';
import { CHAT_DIALECTS } from './dialects.ts';
import { findChatRefusal } from './find-chat-refusal.ts';

const user = { role: 'user', content: 'hi' };

function ask(fields: JsonObject): JsonObject {
  return { model: 'gpt-4.1', messages: [user], ...fields };
}

function say(...messages: readonly JsonObject[]): JsonObject {
  return ask({ messages });
}

function createTool(fields: JsonObject): JsonObject {
  return { type: 'function', function: { name: 'look', ...fields } };
}

function offer(fields: JsonObject): JsonObject {
  return ask({ tools: [createTool(fields)] });
}

function call(...ids: readonly string[]): JsonObject {
  const calls = ids.map((id) => ({
    id,
    type: 'function',
    function: { name: 'look', arguments: '{}' },
  }));
  return { role: 'assistant', content: null, tool_calls: calls };
}

function result(id: string): JsonObject {
  return { role: 'tool', tool_call_id: id, content: 'seen' };
}

const object = { type: 'object', properties: {} };
const long = 'x'.repeat(10_485_761);

const refused: readonly RefusalCase[] = [
  {
    rule: 'chat/malformed-text',
    name: 'half of a surrogate pair',
    body: say({ role: 'user', content: '\ud83d' }),
    says: /could not parse/,
  },
  {
    rule: 'chat/malformed-text',
    name: 'half of a surrogate pair in the name of a property',
    body: offer({ parameters: { type: 'object', properties: { a: { '\ude00': {} } } } }),
    says: /could not parse/,
  },
  {
    rule: 'chat/model-missing',
    name: 'no model',
    body: { messages: [user] },
    says: /must provide a model/,
  },
  {
    rule: 'chat/messages-missing',
    name: 'no messages',
    body: { model: 'm' },
    says: /"code":"missing_required_parameter"/,
  },
  {
    rule: 'chat/messages-missing',
    name: 'an empty list',
    body: say(),
    says: /"code":"empty_array"/,
  },
  {
    rule: 'chat/unknown-key',
    name: 'a field of Responses',
    body: ask({ reasoning: {} }),
    says: /"param":"reasoning","code":"unknown_parameter"/,
  },
  {
    rule: 'chat/unknown-key',
    name: 'before all other faults',
    body: { ...say({ role: 'x' }), top_k: 1 },
    says: /top_k/,
  },
  {
    rule: 'chat/string-length',
    name: 'a huge text',
    body: say({ role: 'user', content: long }),
    says: /string_above_max_length/,
  },
  {
    rule: 'chat/role',
    name: 'an unknown role',
    body: say({ role: 'agent', content: 'a' }),
    says: /"param":"messages\[0\].role","code":"invalid_value"/,
  },
  {
    rule: 'chat/content-missing',
    name: 'null of a user',
    body: say({ role: 'user', content: null }),
    says: /"param":"messages.\[0\].content","code":null/,
  },
  {
    rule: 'chat/content-missing',
    name: 'an assistant without substitute',
    body: say(user, { role: 'assistant' }, user),
    says: /messages.\[1\].content/,
  },
  {
    rule: 'chat/content-missing',
    name: 'null of a developer',
    body: say({ role: 'developer', content: null }, user),
    says: /"param":"messages\[0\].content","code":"invalid_type"/,
  },
  {
    rule: 'chat/content-missing',
    name: 'a developer without content',
    body: say({ role: 'developer' }, user),
    says: /"code":"missing_required_parameter"/,
  },
  {
    rule: 'chat/function-role',
    name: 'the role of older functions',
    body: { ...say(user, { role: 'function', name: 'a', content: 'b' }), model: 'gpt-5.6' },
    says: /"param":"messages\[1\].role","code":"unsupported_value"/,
  },
  {
    rule: 'chat/empty-tool-calls',
    name: 'an empty list beside content',
    body: say(user, { role: 'assistant', content: 'a', tool_calls: [] }),
    says: /"param":"messages\[1\].tool_calls","code":"empty_array"/,
  },
  {
    rule: 'chat/call-shape',
    name: 'arguments that are an object',
    body: say(
      user,
      {
        role: 'assistant',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: {} } }],
      },
      result('a'),
    ),
    says: /tool_calls\[0\].function.arguments/,
  },
  {
    rule: 'chat/file-data',
    name: 'base64 with a line break',
    body: say({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA\nAAAA' } }],
    }),
    says: /Invalid base64/,
  },
  {
    rule: 'chat/file-data',
    name: 'an address that is not on the web',
    body: say({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'file:///a.png' } }],
    }),
    says: /invalid_image_url/,
  },
  {
    rule: 'chat/content-part',
    name: 'an image in a result',
    body: say(user, call('a'), {
      ...result('a'),
      content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${createPng(1)}` } }],
    }),
    says: /messages\[2\].content\[0\].type/,
  },
  {
    rule: 'chat/orphan-result',
    name: 'a result without a call',
    body: say(user, result('a')),
    says: /"param":"messages.\[1\].role","code":null/,
  },
  {
    rule: 'chat/orphan-result',
    name: 'a result of an earlier turn',
    body: say(user, call('a'), result('a'), user, result('a')),
    says: /must be a response/,
  },
  {
    rule: 'chat/unanswered-call',
    name: 'one of two calls without result',
    body: say(user, call('a', 'b'), result('a'), user),
    says: /response messages: b","type":"invalid_request_error","param":"messages"/,
  },
  {
    rule: 'chat/unanswered-call',
    name: 'a call at the end',
    body: say(user, call('a')),
    says: /response messages: a/,
  },
  {
    rule: 'chat/call-id-length',
    name: '65 characters',
    body: say(user, call('x'.repeat(65)), result('x'.repeat(65))),
    says: /messages\[1\].tool_calls\[0\].id/,
  },
  {
    rule: 'chat/tool-name',
    name: 'an empty name',
    body: offer({ name: '' }),
    says: /"param":"tools\[0\].function.name","code":"empty_string"/,
  },
  {
    rule: 'chat/tool-name',
    name: 'a dot',
    body: offer({ name: 'a.b' }),
    says: /"code":"invalid_value"/,
  },
  {
    rule: 'chat/tool-name',
    name: '65 characters',
    body: offer({ name: 'a'.repeat(65) }),
    says: /string_above_max_length/,
  },
  {
    rule: 'chat/tool-name',
    name: 'no function',
    body: ask({ tools: [{ type: 'function' }] }),
    says: /missing_required_parameter/,
  },
  {
    rule: 'chat/tool-count',
    name: '129 tools',
    body: ask({ tools: repeat(129, (at) => createTool({ name: `t${at}` })) }),
    says: /array_above_max_length/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'no object at the root',
    body: offer({ parameters: { type: 'array', items: {} } }),
    says: /"param":"tools\[0\].function.parameters","code":"invalid_function_parameters"/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'a union at the root',
    body: offer({ parameters: { ...object, anyOf: [object] } }),
    says: /top level/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'an array without items in a union',
    body: offer({
      parameters: { type: 'object', properties: { a: { anyOf: [{ type: 'array' }] } } },
    }),
    says: /context=\('properties', 'a', 'anyOf', '0'\), array schema missing items/,
  },
  ...[
    { prefixItems: [{ type: 'array' }] },
    { contains: { type: 'array' } },
    { not: { type: 'array' } },
    { dependentSchemas: { b: { type: 'array' } } },
    { unevaluatedItems: { type: 'array' } },
    JSON.parse('{"if":{"type":"array"}}') as JsonObject,
    JSON.parse('{"then":{"type":"array"}}') as JsonObject,
    { else: { type: 'array' } },
  ].map((schema) => ({
    rule: 'chat/tool-parameters',
    name: `an array without items in ${Object.keys(schema).join()}`,
    body: offer({ parameters: { type: 'object', properties: { a: schema } } }),
    says: /array schema missing items/,
  })),
  {
    rule: 'chat/tool-parameters',
    name: 'properties that are a list',
    body: offer({ parameters: { type: 'object', properties: [] } }),
    says: /\[\] is not of type 'object'/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with open objects',
    body: offer({ strict: true, parameters: object }),
    says: /additionalProperties/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with an optional argument',
    body: offer({
      strict: true,
      parameters: { ...object, properties: { a: { type: 'string' } }, additionalProperties: false },
    }),
    says: /Missing 'a'/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict and 11 levels deep',
    body: offer({ strict: true, parameters: createNested(10) }),
    says: /levels of nesting/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with 5001 properties',
    body: offer({ strict: true, parameters: createWide(5001, {}) }),
    says: /Too many properties/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with 1001 values',
    body: offer({ strict: true, parameters: createWide(1, { enum: repeat(1001, String) }) }),
    says: /Too many enum values/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with 120,001 characters of names',
    body: offer({ strict: true, parameters: createWide(4000, {}, 'p'.repeat(27)) }),
    says: /characters, more than 120000/,
  },
  {
    rule: 'chat/tool-parameters',
    name: 'strict with a large enum of long texts',
    body: offer({
      strict: true,
      parameters: createWide(1, { enum: repeat(251, (at) => `${at}`.padStart(60, 'v')) }),
    }),
    says: /exceed 15000 characters/,
  },
  {
    rule: 'chat/response-schema',
    name: 'strict with open objects',
    body: ask({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'r', strict: true, schema: object },
      },
    }),
    says: /response_format 'r'/,
  },
  {
    rule: 'chat/response-schema',
    name: 'a list',
    body: ask({
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'r', schema: { type: 'array', items: {} } },
      },
    }),
    says: /got 'type: .*array/,
  },
  {
    rule: 'chat/response-schema',
    name: 'a name with a space',
    body: ask({
      response_format: { type: 'json_schema', json_schema: { name: 'a b', schema: object } },
    }),
    says: /json_schema.name/,
  },
  {
    rule: 'chat/choice-without-tools',
    name: 'tool_choice',
    body: ask({ tool_choice: 'auto' }),
    says: /"param":"tool_choice","code":null/,
  },
  {
    rule: 'chat/choice-without-tools',
    name: 'parallel_tool_calls',
    body: ask({ parallel_tool_calls: true }),
    says: /"param":"parallel_tool_calls"/,
  },
  {
    rule: 'chat/tool-choice',
    name: 'an undeclared tool',
    body: { ...offer({}), tool_choice: { type: 'function', function: { name: 'b' } } },
    says: /"param":"function_call","code":null/,
  },
  {
    rule: 'chat/tool-choice',
    name: 'an unknown word',
    body: { ...offer({}), tool_choice: 'any' },
    says: /invalid_value/,
  },
  {
    rule: 'chat/max-tokens',
    name: 'a reasoning model',
    body: ask({ model: 'gpt-5-mini', max_tokens: 9 }),
    says: /"param":"max_tokens","code":"unsupported_parameter"/,
  },
  {
    rule: 'chat/sampling',
    name: 'a reasoning model',
    body: ask({ model: 'gpt-5-mini', temperature: 0.5 }),
    says: /Only the default \(1\).*unsupported_value/,
  },
  {
    rule: 'chat/unsupported-setting',
    name: 'stop',
    body: ask({ model: 'gpt-5.6', reasoning_effort: 'none', stop: ['a'] }),
    says: /"param":"stop"/,
  },
  {
    rule: 'chat/unsupported-setting',
    name: 'a penalty while reasoning',
    body: ask({ model: 'gpt-5.2', reasoning_effort: 'low', presence_penalty: 0 }),
    says: /presence_penalty/,
  },
  {
    rule: 'chat/tools-while-reasoning',
    name: 'an effort',
    body: { ...offer({}), model: 'gpt-5.4', reasoning_effort: 'low' },
    says: /"param":"reasoning_effort","code":null/,
  },
  {
    rule: 'chat/tools-while-reasoning',
    name: 'the default effort',
    body: { ...offer({}), model: 'gpt-5.6-terra' },
    says: /responses instead/,
  },
  {
    rule: 'chat/output-limit',
    name: 'zero',
    body: ask({ max_completion_tokens: 0 }),
    says: /integer_below_min_value/,
  },
  {
    rule: 'chat/over-window',
    name: '11 tokens of 10',
    body: say({ role: 'user', content: 'x'.repeat(44) }),
    window: 10,
    says: /maximum context length is 10 tokens.*context_length_exceeded/,
  },
];

function createWide(count: number, schema: JsonObject, prefix = 'p'): JsonObject {
  const entries = repeat(count, (at) => [`${prefix}${at}`, schema] as const);
  const required = entries.map(([name]) => name);
  const properties = Object.fromEntries(entries);
  return { type: 'object', properties, required, additionalProperties: false };
}

it.each(refused)('refuses by $rule: $name', ({ rule, body, says, window, status = 400 }) => {
  const refusal = findChatRefusal(body, 'openai', window);
  expect(refusal).toMatchObject({ rule, status });
  expect(JSON.stringify(refusal?.body)).toMatch(says);
});

it('has a refused request for every rule of OpenAI', () => {
  const azure = ['chat/description-length'];
  const rules = CHAT_DIALECTS.openai.rules.map(({ id }) => id);
  expect(new Set(rules).size).toBe(rules.length);
  expect([...azure, ...refused.map(({ rule }) => rule)].toSorted()).toEqual(
    expect.arrayContaining(rules),
  );
});

it('refuses long descriptions on Azure alone', () => {
  const body = offer({ description: 'x'.repeat(1025) });
  expect(findChatRefusal(body, 'azure')?.rule).toBe('chat/description-length');
  expect(findChatRefusal(body, 'openai')).toBeUndefined();
});

const accepted: readonly (readonly [string, JsonObject])[] = [
  ['an empty text of a user', say({ role: 'user', content: '' })],
  ['no parts of a user', say({ role: 'user', content: [] })],
  [
    'an assistant with calls and no content',
    say(user, { ...call('a'), content: null }, result('a')),
  ],
  ['parallel calls answered in another order', say(user, call('a', 'b'), result('b'), result('a'))],
  [
    'effort none with a temperature',
    ask({ model: 'gpt-5.2', reasoning_effort: 'none', temperature: 0.2 }),
  ],
  [
    '16 pairs of metadata',
    ask({ metadata: Object.fromEntries(repeat(16, (at) => [`k${at}`, 'v'.repeat(512)])) }),
  ],
  ['an open object that is not strict', offer({ parameters: object })],
  ['a strict schema 10 levels deep', offer({ strict: true, parameters: createNested(9) })],
  ['128 tools', ask({ tools: repeat(128, (at) => createTool({ name: `t${at}` })) })],
  ['a call id of 64 characters', say(user, call('x'.repeat(64)), result('x'.repeat(64)))],
  [
    'an image of a user',
    say({
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: 'https://a.example/b.png' } }],
    }),
  ],
  ['a conversation that ends with the assistant', say(user, { role: 'assistant', content: 'a' })],
  ['a repeated user', say(user, user)],
];

it.each(accepted)('accepts %s', (_name, body) => {
  expect(findChatRefusal(body)).toBeUndefined();
});
