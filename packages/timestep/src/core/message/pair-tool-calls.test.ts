import { expect, it } from 'vitest';
import type { Message } from './message.ts';
import { pairToolCallsWithResults } from './pair-tool-calls.ts';

const call = (id: string, args: string) =>
  ({ id, type: 'function', function: { name: 'f', arguments: args } }) as const;

it('pairs calls and results in order, tolerating missing results, bad JSON and reused ids', () => {
  const messages: Message[] = [
    { role: 'assistant', content: null, tool_calls: [call('a', '{"x":1}'), call('b', 'oops')] },
    { role: 'tool', tool_call_id: 'b', content: '{"error":"bad"}' },
    { role: 'tool', tool_call_id: 'a', content: 'plain' },
    { role: 'assistant', content: null, tool_calls: [call('a', '{}')] },
    { role: 'tool', tool_call_id: 'nobody', content: '1' },
  ];
  expect(pairToolCallsWithResults(messages)).toEqual([
    {
      tool_call_id: 'a',
      name: 'f',
      arguments_raw: '{"x":1}',
      arguments: { x: 1 },
      result_raw: 'plain',
      result: 'plain',
      error: null,
    },
    {
      tool_call_id: 'b',
      name: 'f',
      arguments_raw: 'oops',
      arguments: null,
      result_raw: '{"error":"bad"}',
      result: { error: 'bad' },
      error: 'bad',
    },
    {
      tool_call_id: 'a',
      name: 'f',
      arguments_raw: '{}',
      arguments: {},
      result_raw: null,
      result: null,
      error: null,
    },
  ]);
});
