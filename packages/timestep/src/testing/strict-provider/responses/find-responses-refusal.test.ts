import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { repeat, type RefusalCase } from '../refusal-case.fixture.ts';
import { signReasoning } from '../signature.ts';
import { findResponsesRefusal, RESPONSES_RULES } from './find-responses-refusal.ts';

const user = { role: 'user', content: [{ type: 'input_text', text: 'hi' }] };
const said = { role: 'assistant', content: [{ type: 'output_text', text: 'a' }] };

function ask(fields: JsonObject): JsonObject {
  return { model: 'gpt-4.1', input: [user], ...fields };
}

function say(...input: readonly JsonObject[]): JsonObject {
  return ask({ input });
}

function call(call_id: string, fields: JsonObject = {}): JsonObject {
  return { type: 'function_call', call_id, name: 'look', arguments: '{}', ...fields };
}

function result(call_id: string): JsonObject {
  return { type: 'function_call_output', call_id, output: 'seen' };
}

function think(fields: JsonObject = {}): JsonObject {
  const encrypted_content = signReasoning('openai', 'hm');
  return { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content, ...fields };
}

function offer(fields: JsonObject): JsonObject {
  return ask({ tools: [{ type: 'function', name: 'look', ...fields }] });
}

const object = { type: 'object', properties: {} };
const x65 = 'x'.repeat(65);

const refused: readonly RefusalCase[] = [
  {
    rule: 'responses/malformed-text',
    name: 'half of a surrogate pair',
    body: ask({ input: '\ud83d' }),
    says: /"code":"invalid_json"/,
  },
  {
    rule: 'responses/input-missing',
    name: 'absent',
    body: { model: 'm' },
    says: /"param":"input","code":"missing_required_parameter"/,
  },
  {
    rule: 'responses/input-missing',
    name: 'empty',
    body: say(),
    says: /"param":null,"code":"missing_required_parameter"/,
  },
  {
    rule: 'responses/input-missing',
    name: 'messages instead',
    body: ask({ messages: [] }),
    says: /"param":"messages","code":"unsupported_parameter"/,
  },
  {
    rule: 'responses/unknown-key',
    name: 'a field of chat completions',
    body: ask({ stop: ['a'] }),
    says: /"param":"stop","code":"unknown_parameter"/,
  },
  {
    rule: 'responses/unknown-key',
    name: 'an option of chat streams',
    body: ask({ stream_options: { include_usage: true } }),
    says: /stream_options.include_usage/,
  },
  {
    rule: 'responses/string-length',
    name: 'a huge output',
    body: say(call('a'), { ...result('a'), output: 'x'.repeat(10_485_761) }),
    says: /"param":"output","code":"string_above_max_length"/,
  },
  {
    rule: 'responses/item-key',
    name: 'an unknown field',
    body: say({ ...user, name: 'Ann' }),
    says: /"param":"input\[0\].name"/,
  },
  {
    rule: 'responses/role',
    name: 'tool',
    body: say({ role: 'tool', content: 'a' }),
    says: /"param":"input\[0\].role","code":"invalid_value"/,
  },
  {
    rule: 'responses/content-part',
    name: 'input_text of the assistant',
    body: say({ ...user, role: 'assistant' }),
    says: /"param":"input\[0\].content\[0\]","code":"invalid_value"/,
  },
  {
    rule: 'responses/content-part',
    name: 'output_text of the user',
    body: say({ ...said, role: 'user' }),
    says: /"param":"input\[0\].content\[0\]"/,
  },
  {
    rule: 'responses/file-data',
    name: 'no bytes',
    body: say({
      role: 'user',
      content: [{ type: 'input_image', image_url: 'data:image/png;base64,' }],
    }),
    says: /Invalid base64/,
  },
  {
    rule: 'responses/call-id-length',
    name: '65 characters',
    body: say(call(x65), result(x65)),
    says: /"param":"input\[0\].call_id","code":"string_above_max_length"/,
  },
  {
    rule: 'responses/tool-shape',
    name: 'a tool of chat completions',
    body: ask({ tools: [{ type: 'function', function: { name: 'look' } }] }),
    says: /"param":"tools\[0\].name","code":"missing_required_parameter"/,
  },
  {
    rule: 'responses/tool-shape',
    name: 'a choice of chat completions',
    body: { ...offer({}), tool_choice: { type: 'function', function: { name: 'look' } } },
    says: /"param":"tool_choice.name"/,
  },
  {
    rule: 'responses/tool-count',
    name: '129 tools',
    body: ask({ tools: repeat(129, (at) => ({ type: 'function', name: `t${at}` })) }),
    says: /array_above_max_length/,
  },
  {
    rule: 'responses/tool-name',
    name: 'a slash',
    body: offer({ name: 'a/b' }),
    says: /"param":"tools\[0\].name","code":"invalid_value"/,
  },
  {
    rule: 'responses/tool-name',
    name: 'a space in a call',
    body: say(call('a', { name: 'a b' }), result('a')),
    says: /"param":"input\[0\].name"/,
  },
  {
    rule: 'responses/tool-parameters',
    name: 'no object',
    body: offer({ parameters: {} }),
    says: /"param":"tools\[0\].parameters","code":"invalid_function_parameters"/,
  },
  {
    rule: 'responses/tool-parameters',
    name: 'strict with open objects',
    body: offer({ parameters: object, strict: true }),
    says: /additionalProperties/,
  },
  {
    rule: 'responses/response-schema',
    name: 'strict with open objects',
    body: ask({
      text: { format: { type: 'json_schema', name: 'r', strict: true, schema: object } },
    }),
    says: /"param":"text.format.schema","code":"invalid_json_schema"/,
  },
  {
    rule: 'responses/response-schema',
    name: 'a name with a space',
    body: ask({ text: { format: { type: 'json_schema', name: 'a b', schema: object } } }),
    says: /text.format.name/,
  },
  {
    rule: 'responses/tool-choice',
    name: 'an undeclared tool',
    body: { ...offer({}), tool_choice: { type: 'function', name: 'b' } },
    says: /'b' not found/,
  },
  {
    rule: 'responses/output-limit',
    name: '15',
    body: ask({ max_output_tokens: 15 }),
    says: /integer_below_min_value/,
  },
  {
    rule: 'responses/sampling',
    name: 'a temperature while reasoning',
    body: ask({ model: 'gpt-5-mini', temperature: 0.5 }),
    says: /"param":"temperature","code":null/,
  },
  {
    rule: 'responses/sampling',
    name: 'probabilities while reasoning',
    body: ask({ model: 'gpt-5-mini', top_logprobs: 1 }),
    says: /"code":"unsupported_parameter"/,
  },
  {
    rule: 'responses/cache-key-length',
    name: '65 characters',
    body: ask({ prompt_cache_key: x65 }),
    says: /prompt_cache_key.*string_above_max_length/,
  },
  {
    rule: 'responses/reasoning-not-stored',
    name: 'an id alone',
    status: 404,
    body: { ...say(user, think({ encrypted_content: null }), said), store: false },
    says: /'rs_1' not found.*"param":"input","code":null/,
  },
  {
    rule: 'responses/reasoning-not-stored',
    name: 'a reference',
    status: 404,
    body: { ...say(user, { type: 'item_reference', id: 'rs_1' }, said), store: false },
    says: /not persisted/,
  },
  {
    rule: 'responses/encrypted-content',
    name: 'of another provider',
    body: say(user, think({ encrypted_content: signReasoning('google', 'hm') }), said),
    says: /"param":null,"code":"invalid_encrypted_content"/,
  },
  {
    rule: 'responses/lone-reasoning',
    name: 'before a user',
    body: say(user, think(), user),
    says: /'rs_1' of type 'reasoning' was provided without its required following item/,
  },
  {
    rule: 'responses/reasoning-missing',
    name: 'a call with its id alone',
    body: { ...say(user, call('a', { id: 'fc_1' }), result('a')), model: 'gpt-5-mini' },
    says: /'fc_1' of type 'function_call' was provided without its required 'reasoning' item/,
  },
  {
    rule: 'responses/unanswered-call',
    name: 'no output',
    body: say(user, call('a')),
    says: /No tool output found for function call a\..*"param":"input","code":null/,
  },
  {
    rule: 'responses/orphan-output',
    name: 'no call',
    body: say(user, result('a')),
    says: /No tool call found for function call output with call_id a\./,
  },
  {
    rule: 'responses/over-window',
    name: '40 characters for 9 tokens',
    window: 9,
    body: ask({ input: 'x'.repeat(40) }),
    says: /exceeds the context window.*"param":"input","code":"context_length_exceeded"/,
  },
];

it.each(refused)('refuses by $rule: $name', ({ rule, body, says, window, status = 400 }) => {
  const refusal = findResponsesRefusal(body, window);
  expect(refusal).toMatchObject({ rule, status });
  expect(JSON.stringify(refusal?.body)).toMatch(says);
});

it('has a refused request for every rule', () => {
  const rules = RESPONSES_RULES.map(({ id }) => id);
  expect([...new Set(refused.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

const accepted: readonly (readonly [string, JsonObject])[] = [
  ['a text as input', ask({ input: 'hi' })],
  ['16 tokens of output', ask({ max_output_tokens: 16 })],
  [
    'effort none with a temperature',
    ask({ model: 'gpt-5.2', temperature: 0.2, reasoning: { effort: 'none' } }),
  ],
  [
    'reasoning before parallel calls',
    {
      ...say(
        user,
        think(),
        call('a', { id: 'fc_1' }),
        call('b', { id: 'fc_2' }),
        result('b'),
        result('a'),
      ),
      model: 'gpt-5-mini',
      store: false,
    },
  ],
  [
    'calls without item ids and without reasoning',
    { ...say(user, call('a'), result('a')), model: 'gpt-5-mini' },
  ],
  [
    'an output of several parts',
    say(user, call('a'), { ...result('a'), output: [{ type: 'input_text', text: 'b' }] }),
  ],
  ['an open object that is not strict', offer({ parameters: object, strict: false })],
  ['an output of a stored call', { ...say(result('a')), previous_response_id: 'resp_1' }],
];

it.each(accepted)('accepts %s', (_name, body) => {
  expect(findResponsesRefusal(body)).toBeUndefined();
});
