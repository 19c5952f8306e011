import { expect, it } from 'vitest';
import type { AssistantMessage, ToolSchema } from '#core';
import type { ProviderLimits } from '../limits/limits.ts';
import { getProviderLimits } from '../limits/provider-limits.ts';
import { createToolPreparer } from './prepare-tools.ts';

const limits: ProviderLimits = getProviderLimits({ provider: 'openai.chat', modelId: 'gpt-5' });

function tool(name: string): ToolSchema {
  return { type: 'function', function: { name, parameters: { type: 'object' } } };
}

function call(name: string): AssistantMessage {
  const called = { id: 'call_1', type: 'function', function: { name, arguments: '{}' } } as const;
  return { role: 'assistant', content: null, tool_calls: [called] };
}

it('remembers the tools of the last request, in the same list or another', () => {
  const prepare = createToolPreparer(limits);
  const tools = [tool('b'), tool('a')];
  const first = prepare(tools, [], undefined);
  expect(first.tools.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(prepare(tools, [call('a')], undefined)).toBe(first);
  expect(prepare([...tools], [], undefined)).toBe(first);
  expect(prepare(tools.toReversed(), [], undefined)).not.toBe(first);
  expect(prepare([tool('c')], [], undefined).tools.map(({ name }) => name)).toEqual(['c']);
});

it('gives a tool another name if an earlier call has the name that it would get', () => {
  const prepare = createToolPreparer(limits);
  const tools = [tool('read.file')];
  const [plain] = prepare(tools, [], undefined).tools;
  const earlier = [call(plain?.name ?? ''), call('other.name')];
  const prepared = prepare(tools, earlier, undefined);
  const [renamed] = prepared.tools;
  expect(renamed?.name).not.toBe(plain?.name);
  expect(prepared.names.toToolName(renamed?.name ?? '')).toBe('read.file');
  expect(prepare(tools, [], undefined).tools[0]?.name).toBe(plain?.name);
});

it('offers the tool that the model must call, whatever was offered before', () => {
  const prepare = createToolPreparer({ ...limits, tools: 1 });
  const tools = [tool('a'), tool('b')];
  const offer = (forced?: string) => prepare(tools, [], forced).tools.map(({ name }) => name);
  expect([offer(), offer('b'), offer()]).toEqual([['a'], ['b'], ['a']]);
});
