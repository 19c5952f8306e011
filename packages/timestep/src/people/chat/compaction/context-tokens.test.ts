import { expect, it } from 'vitest';
import type { Message } from '#core';
import { estimateContextTokens } from './context-tokens.ts';

const asked: Message = { role: 'user', content: 'a'.repeat(40) };
const usage = { prompt_tokens: 90, completion_tokens: 10, total_tokens: 100 };
const counted: Message = { role: 'assistant', content: 'b'.repeat(400), usage };
const calling: Message = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'a', type: 'function', function: { name: 'find', arguments: '{"a":1}+' } }],
};

it.each([
  ['no messages', [], 0],
  ['messages that nobody counted, by their length', [asked], 10],
  ['a reply with its count', [asked, counted], 100],
  ['what follows the newest count, by its length', [asked, counted, asked], 110],
  ['the newest of several counts', [counted, asked, counted], 100],
  ['calls of tools', [calling], 3],
] as const)('estimates %s', (_name, messages, tokens) => {
  expect(estimateContextTokens(messages)).toBe(tokens);
});
