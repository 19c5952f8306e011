import { expect, it } from 'vitest';
import { estimateTokens } from './token-estimate.ts';

it('is a token for every four characters of a message, and three for the message', () => {
  expect(estimateTokens([{ role: 'user', content: '12345678' }])).toBe(5);
  expect(estimateTokens([])).toBe(0);
});

it('has the calls of a reply and the tools that are offered in it', () => {
  const call = { id: 'c', type: 'function', function: { name: 'look', arguments: '{}' } } as const;
  expect(estimateTokens([{ role: 'assistant', content: null, tool_calls: [call] }])).toBe(5);
  const offered = { name: 'look', parameters: {} };
  const tokens = Math.ceil(JSON.stringify(offered).length / 4);
  expect(estimateTokens([], [{ type: 'function', function: offered }])).toBe(tokens);
});
