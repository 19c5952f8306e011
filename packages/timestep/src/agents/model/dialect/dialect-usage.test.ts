import { expect, it } from 'vitest';
import { findProvider } from '../provider/providers.ts';
import { dialectUsageToUsage } from './dialect-usage.ts';

const counts = { prompt_tokens: 100, completion_tokens: 20 };
const reasoning = { completion_tokens_details: { reasoning_tokens: 5 } };

it.each([
  ['mistral', { ...counts, num_cached_tokens: 60 }, 60, 20],
  ['deepseek', { ...counts, prompt_cache_hit_tokens: 60 }, 60, 20],
  ['moonshot', { ...counts, cached_tokens: 60 }, 60, 20],
  ['groq', { ...counts, prompt_tokens_details: { cached_tokens: 60 } }, 60, 20],
  ['xai', { ...counts, ...reasoning }, 0, 25],
  ['groq', { ...counts, ...reasoning }, 0, 20],
])('reads the tokens of %s: %j', (name, usage, cacheRead, output) => {
  const { inputTokens, outputTokens } = dialectUsageToUsage(
    usage,
    findProvider(name)?.dialect ?? {},
  );
  expect(inputTokens).toMatchObject({ total: 100, cacheRead, noCache: 100 - cacheRead });
  expect(outputTokens.total).toBe(output);
});

it.each([undefined, null])('knows no tokens where the usage is %s', (usage) => {
  expect(dialectUsageToUsage(usage, {}).inputTokens.total).toBeUndefined();
});
