import { describe, expect, it } from 'vitest';
import { parseModelName } from './model-name.ts';
import { PROVIDERS } from './providers.ts';

describe('parseModelName', () => {
  it.each([
    ['openai/gpt-4o-mini', 'openai', 'gpt-4o-mini'],
    ['claude/claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5'],
    ['gemini/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['gemini:gemini-2.0-flash', 'google', 'gemini-2.0-flash'],
    ['openrouter/meta-llama/llama-3.1', 'openrouter', 'meta-llama/llama-3.1'],
    ['ollama/llama3:8b', 'ollama', 'llama3:8b'],
    ['bedrock/us.anthropic.claude-v1:0', 'bedrock', 'us.anthropic.claude-v1:0'],
    ['groq/llama-3.3-70b', 'groq', 'llama-3.3-70b'],
    ['azure-openai/my-gpt', 'azure', 'my-gpt'],
    ['kimi/kimi-k3', 'moonshot', 'kimi-k3'],
    ['hf/openai/gpt-oss-120b:groq', 'huggingface', 'openai/gpt-oss-120b:groq'],
    ['llama.cpp/m', 'llamacpp', 'm'],
    ['z.ai/glm-5', 'zai', 'glm-5'],
    ['gpt-4o-mini', 'openai', 'gpt-4o-mini'],
    ['ft:gpt-4o-mini:us::abc', 'openai', 'ft:gpt-4o-mini:us::abc'],
  ])('reads %s as %s and %s', (name, provider, modelId) => {
    expect(parseModelName(name)).toMatchObject({ provider: { name: provider }, modelId });
  });

  it('names the providers there are', () => {
    expect(() => parseModelName('nobody/large')).toThrow(
      'unknown provider "nobody" in "nobody/large": use one of openai, anthropic, google',
    );
  });

  it.each([
    ['mistrall', 'mistral'],
    ['Groq', 'groq'],
    ['gorq', 'groq'],
    ['cerebra', 'cerebras'],
    ['azure-open', 'azure-openai'],
    ['deepsek', 'deepseek'],
  ])('names the provider that %s may mean', (written, meant) => {
    expect(() => parseModelName(`${written}/m`)).toThrow(
      `unknown provider "${written}" in "${written}/m": did you mean ${meant}?`,
    );
  });

  it('has no name twice', () => {
    const names = PROVIDERS.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(['openai/', '', 'ollama: '])('refuses a name without a model: "%s"', (name) => {
    expect(() => parseModelName(name)).toThrow(
      expect.objectContaining({ code: 'model-not-found' }),
    );
  });
});
