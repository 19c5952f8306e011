import { expect, it } from 'vitest';
import { findCacheRules } from './cache-rules.ts';

it.each([
  ['anthropic.messages', 'claude-sonnet-4-5', 4, undefined],
  ['amazon-bedrock', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0', 4, undefined],
  ['amazon-bedrock', 'anthropic.claude-3-7-sonnet-20250219-v1:0', 4, undefined],
  ['openrouter', 'anthropic/claude-opus-4.5', 4, undefined],
  ['openai.responses', 'gpt-5.6-terra', 3, { option: 'openai' }],
  ['openai.responses', 'gpt-6', 3, { option: 'openai' }],
  ['openai.responses', 'gpt-5-mini', undefined, { option: 'openai' }],
  ['openai.chat', 'gpt-3.5-turbo', undefined, { option: 'openai' }],
  ['xai.chat', 'grok-4', undefined, { header: 'x-grok-conv-id' }],
])('%s %s has points or a key', (provider, modelId, most, key) => {
  const rules = findCacheRules({ provider, modelId });
  expect([rules?.points?.most, rules?.key]).toEqual([most, key]);
});

it.each([
  ['amazon-bedrock', 'amazon.nova-pro-v1:0'],
  ['amazon-bedrock', 'meta.llama3-1-70b-instruct-v1:0'],
  ['amazon-bedrock', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ['openrouter', 'openai/gpt-5-mini'],
  ['google.generative-ai', 'gemini-2.5-pro'],
  ['openai-compatible.chat', 'gpt-5.6'],
])('%s %s gets neither', (provider, modelId) => {
  expect(findCacheRules({ provider, modelId })).toBeUndefined();
});
