import type { LanguageModelV4Content } from '@ai-sdk/provider';
import { expect, it } from 'vitest';
import { contentToMessage } from './content-to-message.ts';
import { aiSdkUsageToUsage } from './ai-sdk-usage.ts';

const none = {
  inputTokens: {
    total: undefined,
    noCache: undefined,
    cacheRead: undefined,
    cacheWrite: undefined,
  },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

it('makes one message of text, calls, tokens and price', () => {
  const content: LanguageModelV4Content[] = [
    { type: 'text', text: 'Sunny' },
    { type: 'source', sourceType: 'url', id: 's', url: 'https://weather.example' },
    { type: 'text', text: '.' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: '{"x":1}' },
  ];
  const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
  expect(contentToMessage(content, { provider: 'p', usage, cost_usd: 0.5 })).toEqual({
    role: 'assistant',
    content: 'Sunny.',
    citations: [{ type: 'url', url: 'https://weather.example' }],
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"x":1}' } }],
    usage,
    cost_usd: 0.5,
  });
});

it('does not hand on calls that the provider has executed itself', () => {
  const content: LanguageModelV4Content[] = [
    {
      type: 'tool-call',
      toolCallId: 'a',
      toolName: 'web_search',
      input: '{}',
      providerExecuted: true,
    },
    { type: 'tool-result', toolCallId: 'a', toolName: 'web_search', result: 'found' },
    { type: 'text', text: 'Found.' },
  ];
  expect(contentToMessage(content, { provider: 'p' })).toEqual({
    role: 'assistant',
    content: 'Found.',
  });
});

it('marks the call at which a reply was cut, which must not be made', () => {
  const call = (toolCallId: string, input: string): LanguageModelV4Content => ({
    type: 'tool-call',
    toolCallId,
    toolName: 'f',
    input,
  });
  const read = (last: string, cut: 'length' | 'content_filter') =>
    contentToMessage([call('a', ''), call('b', '{}'), call('c', last)], {
      provider: 'p',
      cut,
    }).tool_calls?.map(({ function: called }) => called.arguments);
  expect(read('{"x":"yes', 'length')).toEqual(['', '{}', '{"x":"yes…']);
  expect(read('', 'length')).toEqual(['', '{}', '{…']);
  expect(read('{"x":1}', 'length')).toEqual(['', '{}', '{"x":1}']);
  expect(read('{"x":"yes', 'content_filter')).toEqual(['', '{}']);
  expect(read(`{"x":"${'y'.repeat(5000)}`, 'length')?.[2]).toHaveLength(1001);
});

it('has no content rather than an empty one', () => {
  expect(contentToMessage([], { provider: 'p' })).toEqual({ role: 'assistant', content: null });
});

it('has token counts only where the provider reports them', () => {
  expect(aiSdkUsageToUsage(none)).toBeUndefined();
  expect(aiSdkUsageToUsage({ ...none, inputTokens: { ...none.inputTokens, total: 7 } })).toEqual({
    prompt_tokens: 7,
    completion_tokens: 0,
    total_tokens: 7,
  });
});
