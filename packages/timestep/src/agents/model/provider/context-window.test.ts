import { expect, it } from 'vitest';
import { lookUpContextWindow, getContextWindowOrDefault } from './context-window.ts';

it.each([
  ['openai/gpt-4o-mini', 128_000],
  ['gpt-4o-mini', 128_000],
  ['claude/claude-sonnet-4-5', 200_000],
  ['google/gemini-2.5-pro', 1_048_576],
  ['google/gemini-3.1-pro-preview', 1_048_576],
  ['bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0', 200_000],
  ['xai/grok-4', 256_000],
  ['deepseek/deepseek-chat', 64_000],
  ['kimi/kimi-k2-thinking', 262_144],
  ['cerebras/gpt-oss-120b', 131_072],
  ['azure/gpt-4o-mini', 128_000],
  ['vertex/gemini-2.5-pro', 1_048_576],
  ['openai/never-heard-of', undefined],
  ['ollama/gpt-4o-mini', undefined],
  ['openai-compatible/gpt-4o-mini', undefined],
  ['nobody/gpt-4o-mini', undefined],
  ['openai/', undefined],
])('the window of %s is %s', async (model, tokens) => {
  expect(await lookUpContextWindow(model, {})).toBe(tokens);
});

it('does not take a model of another server for one of OpenAI', async () => {
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1' };
  expect(await lookUpContextWindow('openai/gpt-4o-mini', env)).toBeUndefined();
});

it.each([
  ['claude/claude-sonnet-4-5', 200_000],
  ['ollama/unheard-of', 128_000],
  ['script:talk.json', 128_000],
  ['', 128_000],
  [undefined, 128_000],
  ['builtin:echo', Number.POSITIVE_INFINITY],
])('plans for the window of %s', async (model, tokens) => {
  expect(await getContextWindowOrDefault(model, {})).toBe(tokens);
});
