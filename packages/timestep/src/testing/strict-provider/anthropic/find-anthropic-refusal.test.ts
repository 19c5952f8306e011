import { expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { repeat, type RefusalCase } from '../refusal-case.fixture.ts';
import { signReasoning } from '../signature.ts';
import {
  ask,
  call,
  createImage,
  createStrict,
  createTool,
  marked,
  offer,
  reply,
  result,
  say,
  tell,
  text,
  thought,
  user,
} from './anthropic-request.fixture.ts';
import { ANTHROPIC_RULES, findAnthropicRefusal } from './find-anthropic-refusal.ts';

const refused: readonly RefusalCase[] = [
  {
    rule: 'anthropic/malformed-text',
    name: 'half of a surrogate pair',
    body: say(tell({ type: 'text', text: 'a\udc00' })),
    says: /no low surrogate/,
  },
  {
    rule: 'anthropic/request-size',
    name: '33 MB',
    status: 413,
    body: say({ role: 'user', content: 'x'.repeat(33 * 1024 * 1024) }),
    says: /"type":"request_too_large"/,
  },
  {
    rule: 'anthropic/field-type',
    name: 'a temperature of null',
    body: ask({ temperature: null }),
    says: /temperature: Input should be a valid number/,
  },
  {
    rule: 'anthropic/field-type',
    name: 'a system of null',
    body: ask({ system: null }),
    says: /system: Input/,
  },
  {
    rule: 'anthropic/field-type',
    name: 'a choice that is a number',
    body: ask({ tool_choice: 1 }),
    says: /tool_choice: Input should be an object/,
  },
  {
    rule: 'anthropic/max-tokens-missing',
    name: 'absent',
    body: { model: 'claude-x', messages: [user] },
    says: /max_tokens: Field required/,
  },
  {
    rule: 'anthropic/max-tokens-missing',
    name: 'null',
    body: ask({ max_tokens: null }),
    says: /max_tokens: Field required/,
  },
  {
    rule: 'anthropic/max-tokens-missing',
    name: 'above the most of the model',
    body: ask({ max_tokens: 64_001 }),
    says: /64001 > 64000/,
  },
  {
    rule: 'anthropic/tool-choice',
    name: 'without tools',
    body: ask({ tool_choice: { type: 'auto' } }),
    says: /while providing tools/,
  },
  {
    rule: 'anthropic/tool-choice',
    name: 'an undeclared tool',
    body: { ...offer(createTool({})), tool_choice: { type: 'tool', name: 'b' } },
    says: /'b' not found/,
  },
  {
    rule: 'anthropic/tool-name',
    name: 'a dot',
    body: offer(createTool({ name: 'a.b' })),
    says: /tools.0.custom.name: String should match/,
  },
  {
    rule: 'anthropic/tool-name',
    name: '129 characters',
    body: offer(createTool({ name: 'a'.repeat(129) })),
    says: /tools.0.custom.name/,
  },
  {
    rule: 'anthropic/tool-name-twice',
    name: 'two tools with one name',
    body: offer(createTool({}), createTool({})),
    says: /must be unique/,
  },
  {
    rule: 'anthropic/input-schema',
    name: 'no type',
    body: offer(createTool({ input_schema: {} })),
    says: /input_schema.type/,
  },
  {
    rule: 'anthropic/input-schema',
    name: 'a union at the root',
    body: offer(createTool({ input_schema: { type: 'object', oneOf: [] } })),
    says: /oneOf, allOf, or anyOf/,
  },
  {
    rule: 'anthropic/input-schema',
    name: 'a bound of draft 4',
    body: offer(
      createTool({
        input_schema: {
          type: 'object',
          properties: { a: { type: 'number', exclusiveMinimum: true } },
        },
      }),
    ),
    says: /draft 2020-12/,
  },
  {
    rule: 'anthropic/property-key',
    name: 'a space',
    body: offer(createTool({ input_schema: { type: 'object', properties: { 'a b': {} } } })),
    says: /Property keys/,
  },
  {
    rule: 'anthropic/strict-tools',
    name: 'an open object',
    body: offer(createStrict(0, { additionalProperties: true })),
    says: /explicitly set to false/,
  },
  {
    rule: 'anthropic/strict-tools',
    name: '21 strict tools',
    body: offer(...repeat(21, (at) => createStrict(0, {}, `t${at}`))),
    says: /strict tools: 21/,
  },
  {
    rule: 'anthropic/strict-tools',
    name: '25 optional arguments',
    body: offer(createStrict(25)),
    says: /optional parameters in strict tools: 25/,
  },
  {
    rule: 'anthropic/role',
    name: 'tool',
    body: say(user, { role: 'tool', content: 'a' }),
    says: /messages.1.role/,
  },
  {
    rule: 'anthropic/call-id',
    name: 'a dot in a call',
    body: say(user, reply(call('a.b')), tell(result('a.b'))),
    says: /messages.1.content.0.tool_use.id/,
  },
  {
    rule: 'anthropic/call-id',
    name: 'an empty id in a result',
    body: say(user, reply(call('a')), tell(result(''))),
    says: /messages.2.content.0.tool_result.tool_use_id/,
  },
  {
    rule: 'anthropic/call-input',
    name: 'a text as input',
    body: say(user, reply({ ...call('a'), input: '{}' }), tell(result('a'))),
    says: /tool_use.input: Input should be an object/,
  },
  {
    rule: 'anthropic/block-key',
    name: 'a name of a message',
    body: say({ ...user, name: 'ann' }),
    says: /messages.0.name: Extra inputs/,
  },
  {
    rule: 'anthropic/block-key',
    name: 'a field of a tool',
    body: offer(createTool({ parameters: {} })),
    says: /tools.0.custom.parameters: Extra inputs/,
  },
  {
    rule: 'anthropic/image-type',
    name: 'an address that is not on the web',
    body: say(tell({ type: 'image', source: { type: 'url', url: 's3://b/a.png' } })),
    says: /source.url: Only HTTP/,
  },
  {
    rule: 'anthropic/block-key',
    name: 'an unknown field',
    body: say(tell({ ...text, annotations: [] })),
    says: /messages.0.content.0.text.annotations: Extra/,
  },
  {
    rule: 'anthropic/cache-marks',
    name: 'five marks',
    body: { ...say(tell(marked, marked, marked, marked)), system: [marked] },
    says: /A maximum of 4.*Found 5/,
  },
  {
    rule: 'anthropic/cache-marks',
    name: 'an empty text',
    body: say(tell({ ...marked, text: '' })),
    says: /empty text blocks/,
  },
  {
    rule: 'anthropic/blank-stop-sequence',
    name: 'a line break',
    body: ask({ stop_sequences: ['\n'] }),
    says: /stop_sequences.0/,
  },
  {
    rule: 'anthropic/unknown-key',
    name: 'seed',
    body: ask({ seed: 1 }),
    says: /seed: Extra inputs are not permitted/,
  },
  {
    rule: 'anthropic/thinking-type',
    name: 'a small budget',
    body: ask({ max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 1000 } }),
    says: /1024/,
  },
  {
    rule: 'anthropic/thinking-type',
    name: 'a budget above the limit',
    body: ask({ max_tokens: 2000, thinking: { type: 'enabled', budget_tokens: 2000 } }),
    says: /must be greater/,
  },
  {
    rule: 'anthropic/thinking-type',
    name: 'a budget for a newer model',
    body: ask({
      model: 'claude-opus-5-5',
      max_tokens: 9999,
      thinking: { type: 'enabled', budget_tokens: 2000 },
    }),
    says: /enabled/,
  },
  {
    rule: 'anthropic/thinking-type',
    name: 'a model that always thinks',
    body: ask({ model: 'claude-sonnet-5-5', thinking: { type: 'disabled' } }),
    says: /disabled/,
  },
  {
    rule: 'anthropic/forced-choice',
    name: 'thinking',
    body: {
      ...offer(createTool({})),
      max_tokens: 2000,
      tool_choice: { type: 'any' },
      thinking: { type: 'enabled', budget_tokens: 1024 },
    },
    says: /may not be enabled/,
  },
  {
    rule: 'anthropic/forced-choice',
    name: 'a model that always thinks',
    body: { ...offer(createTool({})), model: 'claude-fable-5-1', tool_choice: { type: 'any' } },
    says: /not compatible/,
  },
  {
    rule: 'anthropic/sampling',
    name: 'out of range',
    body: ask({ temperature: 1.5 }),
    says: /range: 0..1/,
  },
  {
    rule: 'anthropic/sampling',
    name: 'both',
    body: ask({ temperature: 1, top_p: 1 }),
    says: /cannot both be specified/,
  },
  {
    rule: 'anthropic/sampling',
    name: 'a model without',
    body: ask({ model: 'claude-opus-5', temperature: 1 }),
    says: /`temperature` is deprecated/,
  },
  {
    rule: 'anthropic/output-format',
    name: 'a pattern',
    body: ask({
      output_config: { format: { type: 'json_schema', schema: { type: 'string', pattern: 'a' } } },
    }),
    says: /'pattern' is not supported/,
  },
  {
    rule: 'anthropic/output-format',
    name: 'an open object',
    body: ask({ output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } }),
    says: /additionalProperties/,
  },
  {
    rule: 'anthropic/output-format',
    name: 'a recursive schema',
    body: ask({ output_config: { format: { type: 'json_schema', schema: { $ref: '#' } } } }),
    says: /Circular/,
  },
  {
    rule: 'anthropic/first-role',
    name: 'an assistant',
    body: say(reply(text), user),
    says: /first message must use the ..user/,
  },
  { rule: 'anthropic/first-role', name: 'no message', body: say(), says: /at least one message/ },
  {
    rule: 'anthropic/system-message',
    name: 'before a user',
    body: say(user, { role: 'system', content: 'a' }, user),
    says: /messages.1/,
  },
  {
    rule: 'anthropic/last-role',
    name: 'a newer model',
    body: { ...say(user, reply(text)), model: 'claude-sonnet-4-6' },
    says: /does not support assistant message prefill/,
  },
  {
    rule: 'anthropic/last-role',
    name: 'a space at the end',
    body: say(user, reply({ type: 'text', text: 'a ' })),
    says: /trailing whitespace/,
  },
  {
    rule: 'anthropic/last-role',
    name: 'thinking at the end',
    body: say(user, reply(text, thought)),
    says: /final block/,
  },
  {
    rule: 'anthropic/empty-text',
    name: 'empty, of the assistant',
    body: say(user, reply(text, { type: 'text', text: '' }), user),
    says: /messages.1.content.1: text content blocks must be non-empty/,
  },
  {
    rule: 'anthropic/empty-text',
    name: 'blank, of the user',
    body: say(tell({ type: 'text', text: ' \n' })),
    says: /non-whitespace/,
  },
  {
    rule: 'anthropic/empty-user-message',
    name: 'an empty string',
    body: say({ role: 'user', content: '' }),
    says: /non-empty content/,
  },
  {
    rule: 'anthropic/empty-user-message',
    name: 'an empty list between replies',
    body: say(user, reply(text), tell(), reply(text), user),
    says: /messages.2/,
  },
  {
    rule: 'anthropic/call-id-twice',
    name: 'in two turns',
    body: say(user, reply(call('a')), tell(result('a')), reply(call('a')), tell(result('a'))),
    says: /messages.3.content.0: `tool_use` ids must be unique/,
  },
  {
    rule: 'anthropic/unanswered-call',
    name: 'no result',
    body: say(user, reply(call('a'), call('b')), tell(result('a'))),
    says: /immediately after: b/,
  },
  {
    rule: 'anthropic/unanswered-call',
    name: 'a text before the result',
    body: say(user, reply(call('a')), tell(text, result('a'))),
    says: /immediately after: a/,
  },
  {
    rule: 'anthropic/orphan-result',
    name: 'no call',
    body: say(user, reply(text), tell(result('a'))),
    says: /messages.2.content.0: unexpected `tool_use_id`/,
  },
  {
    rule: 'anthropic/result-twice',
    name: 'two results',
    body: say(user, reply(call('a')), tell(result('a'), result('a'))),
    says: /single result/,
  },
  {
    rule: 'anthropic/signature',
    name: 'of another provider',
    body: say(user, reply({ ...thought, signature: signReasoning('google', 'hm') }, text), user),
    says: /Invalid `signature`/,
  },
  {
    rule: 'anthropic/signature',
    name: 'of a changed text',
    body: say(user, reply({ ...thought, thinking: 'hm!' }, text), user),
    says: /messages.1.content.0/,
  },
  {
    rule: 'anthropic/image-type',
    name: 'a bitmap',
    body: say(tell(createImage(1, 'image/bmp'))),
    says: /media_type: Input should be/,
  },
  {
    rule: 'anthropic/image-type',
    name: 'another type than the bytes',
    body: say(tell(createImage(1, 'image/gif'))),
    says: /appears to be a image\/png/,
  },
  {
    rule: 'anthropic/image-size',
    name: '8001 pixels',
    body: say(tell(createImage(8001))),
    says: /8000 pixels/,
  },
  {
    rule: 'anthropic/image-size',
    name: '2001 pixels in 21 images',
    body: say(tell(...repeat(21, () => createImage(2001)))),
    says: /many-image requests: 2000/,
  },
  {
    rule: 'anthropic/image-size',
    name: '101 images',
    body: say(tell(...repeat(101, () => createImage(1)))),
    says: /101 > 100/,
  },
  {
    rule: 'anthropic/over-window',
    name: '40 characters for 9 tokens',
    window: 9,
    body: say({ role: 'user', content: 'x'.repeat(40) }),
    says: /prompt is too long: \d+ tokens > 9 maximum/,
  },
];

it.each(refused)('refuses by $rule: $name', ({ rule, body, says, window, status = 400 }) => {
  const refusal = findAnthropicRefusal(body, window);
  expect(refusal).toMatchObject({ rule, status, body: { type: 'error' } });
  expect(JSON.stringify(refusal?.body)).toMatch(says);
});

it('has a refused request for every rule', () => {
  const rules = ANTHROPIC_RULES.map(({ id }) => id);
  expect([...new Set(refused.map(({ rule }) => rule))].toSorted()).toEqual(rules.toSorted());
});

const accepted: readonly (readonly [string, JsonObject])[] = [
  ['two messages of a user', say(user, user)],
  ['two messages of the assistant', say(user, reply(text), reply(text), user)],
  ['an empty string of the assistant', say(user, { role: 'assistant', content: '' }, user)],
  ['no blocks of the assistant', say(user, reply(), user)],
  ['no blocks of the assistant at the end', { ...say(user, reply()), model: 'claude-sonnet-5' }],
  ['an empty message beside one with content', say(user, tell())],
  [
    'results over several messages, in any order',
    say(user, reply(call('a'), call('b')), tell(result('b')), tell(result('a'), text)),
  ],
  ['thinking as the last block in the middle', say(user, reply(text, thought), user)],
  ['a signature without the text', say(user, reply({ ...thought, thinking: '' }, text), user)],
  [
    'inner keys with spaces',
    offer(
      createTool({
        input_schema: {
          type: 'object',
          properties: { a: { type: 'object', properties: { 'b c': {} } } },
        },
      }),
    ),
  ],
  ['300 tools', offer(...repeat(300, (at) => createTool({ name: `t${at}` })))],
  ['four marks', { ...say(tell(marked, marked, marked)), system: [marked] }],
  ['the beginning of the reply', say(user, reply(text))],
  [
    'references and inner unions',
    offer(
      createTool({
        input_schema: {
          type: 'object',
          properties: {
            a: { $ref: '#/$defs/b' },
            c: { anyOf: [{ type: ['string', 'null'] }, { const: 1 }] },
          },
          $defs: { b: { type: 'array' } },
        },
      }),
    ),
  ],
];

it.each(accepted)('accepts %s', (_name, body) => {
  expect(findAnthropicRefusal(body)).toBeUndefined();
});
