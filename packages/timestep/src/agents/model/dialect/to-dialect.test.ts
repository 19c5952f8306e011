import type { SharedV4Warning } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#core';
import { findProvider } from '../provider/providers.ts';
import { requestToDialect } from './to-dialect.ts';

const tool = (name: string, strict?: boolean): JsonObject => ({
  type: 'function',
  function: { name, parameters: { type: 'object' }, ...(strict !== undefined && { strict }) },
});
const named = { type: 'function', function: { name: 'b' } };
const user = { role: 'user', content: 'hi' };
const result = { role: 'tool', tool_call_id: 'c', content: 'r' };
const thought = { role: 'assistant', content: 'so', reasoning_content: 'hm' };
const calling = { role: 'assistant', content: null, tool_calls: [{ id: 'c' }] };
const thoughtfulCall = { ...calling, reasoning_content: 'hm' };
const plain = { role: 'assistant', content: 'so' };
const schema = { type: 'json_schema', json_schema: { name: 'r', schema: {}, strict: true } };

function convert(model: string, body: JsonObject): { body: JsonObject; warned: string[] } {
  const [name = '', ...id] = model.split('/');
  const warnings: SharedV4Warning[] = [];
  const sent = { model: id.join('/'), messages: [user], ...body };
  const converted = requestToDialect(sent, findProvider(name)?.dialect ?? {}, warnings);
  const warned = warnings.flatMap((one) => (one.type === 'unsupported' ? [one.feature] : []));
  return { body: converted, warned };
}

describe('requestToDialect', () => {
  it.each<[string, JsonObject, JsonObject, string[]]>([
    ['mistral/m', { stream_options: { include_usage: true } }, {}, []],
    [
      'groq/m',
      { tools: [tool('a')], response_format: schema },
      { tools: [tool('a')] },
      ['responseFormat'],
    ],
    ['groq/m', { response_format: schema }, { response_format: schema }, []],
    ['groq/m', { parallelToolCalls: false }, { parallel_tool_calls: false }, []],
    [
      'xai/grok-4',
      { presence_penalty: 0, frequency_penalty: 0 },
      {},
      ['presencePenalty', 'frequencyPenalty'],
    ],
    ['xai/grok-4', { stop: ['x'], reasoning_effort: 'low' }, {}, ['stopSequences', 'reasoning']],
    ['xai/grok-2', { stop: ['x'] }, { stop: ['x'] }, []],
    ['xai/grok-3-mini', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }, []],
    ['xai/grok-4.5', { reasoning_effort: 'low' }, { reasoning_effort: 'low' }, []],
    ['deepseek/m', { frequency_penalty: 1 }, {}, ['frequencyPenalty']],
    [
      'together/m',
      { tools: [tool('a', true)], reasoning_effort: 'low' },
      { tools: [tool('a')] },
      ['reasoning'],
    ],
    [
      'together/m',
      { response_format: schema },
      { response_format: { type: 'json_schema', json_schema: { name: 'r', schema: {} } } },
      [],
    ],
    ['cerebras/m', { max_tokens: 9 }, { max_completion_tokens: 9 }, []],
    [
      'moonshot/kimi-k3',
      { temperature: 0, top_p: 1, max_tokens: 9 },
      { max_completion_tokens: 9 },
      ['temperature', 'topP'],
    ],
    ['moonshot/moonshot-v1-8k', { temperature: 0 }, { temperature: 0 }, []],
    ['moonshot/kimi-k2.6', { tool_choice: 'required' }, {}, ['toolChoice']],
    ['moonshot/kimi-k3', { tool_choice: named }, {}, ['toolChoice']],
    ['moonshot/moonshot-v1-8k', { tool_choice: 'required' }, { tool_choice: 'required' }, []],
    ['zai/m', { temperature: 1.5 }, {}, ['temperature']],
    ['zai/m', { temperature: 1 }, { temperature: 1 }, []],
    [
      'github/openai/gpt-5-mini',
      { temperature: 0, max_tokens: 9 },
      { max_completion_tokens: 9 },
      ['temperature'],
    ],
    [
      'github/openai/gpt-4o',
      { temperature: 0, max_tokens: 9 },
      { temperature: 0, max_tokens: 9 },
      [],
    ],
    [
      'lmstudio/m',
      { tools: [tool('a'), tool('b')], tool_choice: named },
      { tools: [tool('b')], tool_choice: 'required' },
      [],
    ],
    [
      'lmstudio/m',
      { tools: [tool('a')], tool_choice: 'auto' },
      { tools: [tool('a')], tool_choice: 'auto' },
      [],
    ],
  ])('changes a request to %s: %j', (model, body, expected, warned) => {
    const converted = convert(model, body);
    const [, ...id] = model.split('/');
    expect(converted.body).toEqual({ model: id.join('/'), messages: [user], ...expected });
    expect(converted.warned).toEqual(warned);
  });

  it.each<[string, JsonObject[], JsonObject[]]>([
    [
      'mistral/m',
      [thought],
      [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }], closed: true },
            { type: 'text', text: 'so' },
          ],
        },
      ],
    ],
    ['groq/m', [thought, plain], [{ ...plain, reasoning: 'hm' }, plain]],
    ['groq/m', [result, user], [result, user]],
    ['cerebras/m', [thought], [{ ...plain, reasoning: 'hm' }]],
    ['deepseek/deepseek-reasoner', [thought, user, thought], [plain, user, thought]],
    [
      'deepseek/deepseek-v4-pro',
      [plain, user, thought],
      [{ ...plain, reasoning_content: '' }, user, thought],
    ],
    [
      'moonshot/kimi-k3',
      [calling, plain, thought],
      [{ ...calling, reasoning_content: '.' }, plain, thought],
    ],
    [
      'deepseek/deepseek-reasoner',
      [calling, thoughtfulCall, plain, user],
      [{ ...calling, reasoning_content: '' }, thoughtfulCall, plain, user],
    ],
    ['moonshot/moonshot-v1-8k', [plain], [plain]],
    ['fireworks/m', [thought, result, user], [thought, result, user]],
  ])('changes the messages to %s: %j', (model, messages, expected) => {
    expect(convert(model, { messages }).body['messages']).toEqual(expected);
  });

  it('does not change what it is given', () => {
    const messages = Object.freeze([Object.freeze({ ...thought })]);
    const body = Object.freeze({ model: 'm', messages, max_tokens: 1, stop: ['x'] });
    for (const name of ['mistral', 'groq', 'cerebras', 'xai', 'together'])
      expect(() => requestToDialect(body, findProvider(name)?.dialect ?? {})).not.toThrow();
  });
});
