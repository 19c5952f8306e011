import { describe, expect, it } from 'vitest';
import { parseModelName } from './model-name.ts';

describe('parseModelName', () => {
  it.each([
    ['openai/gpt-4o-mini', 'openai', 'gpt-4o-mini'],
    ['claude/claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
    ['gemini/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['gemini:gemini-2.0-flash', 'google', 'gemini-2.0-flash'],
    ['openrouter/meta-llama/llama-3.1', 'openrouter', 'meta-llama/llama-3.1'],
    ['ollama/llama3:8b', 'ollama', 'llama3:8b'],
    ['bedrock/us.anthropic.claude-v1:0', 'bedrock', 'us.anthropic.claude-v1:0'],
    ['gpt-4o-mini', 'openai', 'gpt-4o-mini'],
    ['ft:gpt-4o-mini:us::abc', 'openai', 'ft:gpt-4o-mini:us::abc'],
  ])('reads %s as %s and %s', (name, provider, modelId) => {
    expect(parseModelName(name)).toMatchObject({ provider: { name: provider }, modelId });
  });

  it('names the providers there are', () => {
    expect(() => parseModelName('mistral/large')).toThrow(
      'unknown provider "mistral" in "mistral/large": use one of openai, anthropic, claude',
    );
  });

  it.each(['openai/', '', 'ollama: '])('refuses a name without a model: "%s"', (name) => {
    expect(() => parseModelName(name)).toThrow(
      expect.objectContaining({ code: 'model-not-found' }),
    );
  });
});
