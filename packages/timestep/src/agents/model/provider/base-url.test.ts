import { expect, it } from 'vitest';
import { isOpenAiServer, normalizeBaseUrl } from './base-url.ts';

it.each([
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  ['http://localhost:11434/v1/', 'http://localhost:11434/v1'],
  ['http://localhost:11434', 'http://localhost:11434/v1'],
  ['gpu.example:11434', 'http://gpu.example:11434/v1'],
  ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1'],
])('%s becomes %s', (written, expected) => {
  expect(normalizeBaseUrl(written)).toBe(expected);
});

it('knows the servers of OpenAI', () => {
  expect(isOpenAiServer('https://api.openai.com/v1')).toBe(true);
  expect(isOpenAiServer('https://eu.api.openai.com/v1')).toBe(true);
  expect(isOpenAiServer('https://api.openai.com.example/v1')).toBe(false);
  expect(isOpenAiServer('https://notapi.openai.com/v1')).toBe(false);
  expect(isOpenAiServer('nonsense')).toBe(false);
});
