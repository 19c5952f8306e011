import { expect, it } from 'vitest';
import type { AssistantMessage, ToolSchema } from '#core';
import { estimateUsage } from './scripted-agent.ts';

const tool: ToolSchema = {
  type: 'function',
  function: { name: 'f', parameters: { type: 'object' } },
};

it('counts a token for four characters and three for a message, tools and calls included', () => {
  const call = {
    id: 'a',
    type: 'function',
    function: { name: 'four', arguments: '{"x":1}' },
  } as const;
  const reply: AssistantMessage = { role: 'assistant', content: 'hello', tool_calls: [call] };
  expect(estimateUsage([{ role: 'user', content: '12345678' }], [], reply)).toEqual({
    prompt_tokens: 5,
    completion_tokens: 7,
    total_tokens: 12,
  });
  const toolTokens = Math.ceil(JSON.stringify(tool.function).length / 4);
  expect(estimateUsage([], [tool], reply).prompt_tokens).toBe(toolTokens);
});
