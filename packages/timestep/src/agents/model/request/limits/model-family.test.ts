import { expect, it } from 'vitest';
import { stripModelDateAndRegion } from './model-family.ts';

it.each([
  ['claude-sonnet-4-5-20250929', 'claude-sonnet-4-5'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5'],
  ['anthropic/claude-sonnet-4-5', 'claude-sonnet-4-5'],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet'],
  ['gpt-5-2025-08-07', 'gpt-5'],
  ['gpt-5-mini', 'gpt-5-mini'],
  ['gemini-2.5-flash-preview-09-2025', 'gemini-2.5-flash'],
  ['gemini-2.5-flash', 'gemini-2.5-flash'],
  ['gemini-3-pro-preview', 'gemini-3-pro'],
  ['amazon.nova-pro-v1:0', 'nova-pro'],
  ['my-model', 'my-model'],
])('of %s is %s', (modelId, family) => {
  expect(stripModelDateAndRegion(modelId)).toBe(family);
});
