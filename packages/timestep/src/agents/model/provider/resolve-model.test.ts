import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { EnvironmentVariables } from './environment-variables.ts';
import { resolveModel } from './resolve-model.ts';

const keys = {
  OPENAI_API_KEY: 'sk-openai',
  ANTHROPIC_API_KEY: 'sk-anthropic',
  GOOGLE_API_KEY: 'sk-google',
  OPENROUTER_API_KEY: 'sk-openrouter',
  AWS_ACCESS_KEY_ID: 'AKIA1',
  AWS_SECRET_ACCESS_KEY: 'sk-aws',
  AWS_REGION: 'eu-west-1',
  AZURE_API_KEY: 'sk-azure',
  AZURE_RESOURCE_NAME: 'mine',
  GROQ_API_KEY: 'sk-groq',
  MISTRAL_API_KEY: 'sk-mistral',
  GOOGLE_VERTEX_API_KEY: 'sk-vertex',
} satisfies EnvironmentVariables;

async function loaded(model: string, env: EnvironmentVariables = keys): Promise<string> {
  const { provider, modelId } = await resolveModel({ model, env }).load();
  return `${provider} ${modelId}`;
}

describe('resolveModel', () => {
  it.each([
    ['openai/gpt-4o-mini', 'openai.responses gpt-4o-mini'],
    ['gpt-4o-mini', 'openai.responses gpt-4o-mini'],
    ['anthropic/claude-sonnet-4-5', 'anthropic.messages claude-sonnet-4-5'],
    ['gemini/gemini-2.5-flash', 'google.generative-ai gemini-2.5-flash'],
    ['openrouter/meta-llama/llama-3', 'openrouter meta-llama/llama-3'],
    ['bedrock/amazon.nova-lite-v1:0', 'amazon-bedrock amazon.nova-lite-v1:0'],
    ['ollama/llama3:8b', 'ollama.chat llama3:8b'],
    ['lmstudio/qwen', 'lmstudio.chat qwen'],
    ['azure/my-gpt', 'azure.responses my-gpt'],
    ['groq/llama-3.3-70b', 'groq.chat llama-3.3-70b'],
    ['mistral/mistral-large-latest', 'mistral.chat mistral-large-latest'],
    ['vllm/qwen', 'vllm.chat qwen'],
  ])('loads %s', async (model, expected) => {
    expect(await loaded(model)).toBe(expected);
  });

  it('speaks chat completions with servers that are not of OpenAI', async () => {
    const env = { ...keys, OPENAI_BASE_URL: 'http://localhost:8000/v1' };
    expect(await loaded('openai/qwen', env)).toBe('openai-compatible.chat qwen');
    const local = { OPENAI_BASE_URL: 'http://localhost:8000/v1' };
    expect(await loaded('openai/qwen', local)).toBe('openai-compatible.chat qwen');
    const own = { model: 'openai/gpt-4o', env: keys, api: 'chat' } as const;
    expect((await resolveModel(own).load()).provider).toBe('openai.chat');
    const gateway = { model: 'openai/gpt-4o', env, api: 'responses' } as const;
    expect((await resolveModel(gateway).load()).provider).toBe('openai.responses');
  });

  it.each([
    ['openai/gpt-4o', 'openai needs a key: set OPENAI_API_KEY'],
    ['claude/x', 'anthropic needs a key: set ANTHROPIC_API_KEY'],
    [
      'gemini/x',
      'google needs a key: set GOOGLE_API_KEY or GEMINI_API_KEY or GOOGLE_GENERATIVE_AI_API_KEY',
    ],
    ['openrouter/x', 'openrouter needs a key: set OPENROUTER_API_KEY'],
    ['groq/x', 'groq needs a key: set GROQ_API_KEY'],
    [
      'vertex/x',
      'vertex needs a key or a project: set GOOGLE_VERTEX_API_KEY, or GOOGLE_VERTEX_PROJECT and GOOGLE_APPLICATION_CREDENTIALS',
    ],
    [
      'bedrock/x',
      'bedrock needs a key: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_BEARER_TOKEN_BEDROCK',
    ],
  ])('says which key %s lacks', (model, message) => {
    expect(() => resolveModel({ model, env: { OPENAI_API_KEY: ' ' } })).toThrow(
      expect.objectContaining({ code: 'missing-key', message }),
    );
  });

  it('says which setting is missing', () => {
    expect(() => resolveModel({ model: 'openai-compatible/x', env: {} })).toThrow(
      expect.objectContaining({
        code: 'missing-setting',
        message: 'openai-compatible needs a base URL: set OPENAI_COMPATIBLE_BASE_URL',
      }),
    );
    const env = { AWS_BEARER_TOKEN_BEDROCK: 'b' };
    expect(() => resolveModel({ model: 'bedrock/x', env })).toThrow(/set AWS_REGION/);
  });

  it('completes the URL of a resource of Azure, and says what is missing', () => {
    const resolve = (env: EnvironmentVariables) =>
      resolveModel({ model: 'azure/x', apiKey: 'sk', env });
    expect(resolve({ AZURE_RESOURCE_NAME: 'mine' }).isTraced).toBe(false);
    expect(resolve({ AZURE_OPENAI_ENDPOINT: 'https://a.openai.azure.com/' }).isTraced).toBe(false);
    expect(resolve({ AZURE_BASE_URL: 'http://gateway/v1' }).isTraced).toBe(true);
    expect(() => resolve({})).toThrow(
      'azure needs a base URL: set AZURE_RESOURCE_NAME or AZURE_BASE_URL or AZURE_OPENAI_ENDPOINT',
    );
    expect(() => resolve({ AZURE_RESOURCE_NAME: 'evil.example/#' })).toThrow(
      'AZURE_RESOURCE_NAME must be a name of letters, digits and hyphens',
    );
  });

  it('needs no key of a hosted provider where a gateway stands for it', () => {
    const model = 'groq/x';
    expect(() =>
      resolveModel({ model, env: { GROQ_BASE_URL: 'http://gateway/v1' } }),
    ).not.toThrow();
  });

  it('prefers what it is given to the environment', () => {
    const env = { OPENAI_COMPATIBLE_BASE_URL: 'http://env.example/v1' };
    const model = 'openai-compatible/x';
    expect(resolveModel({ model, env }).priceKey).toEqual({ url: 'http://env.example/v1' });
    const baseUrl = 'http://given.example/v1';
    expect(resolveModel({ model, env, baseUrl }).priceKey).toEqual({ url: baseUrl });
    expect(resolveModel({ model: 'openai/x', env: {}, apiKey: 'sk' }).provider).toBe('openai');
  });

  it('keeps keys to itself and takes them out of texts', () => {
    for (const model of ['openai/x', 'google/x', 'bedrock/x', 'azure/x', 'groq/x', 'vertex/x']) {
      const resolved = resolveModel({ model, env: keys });
      expect(`${inspect(resolved)}${JSON.stringify(resolved)}`).not.toMatch(/sk-|AKIA/);
      const secret = model === 'bedrock/x' ? 'sk-aws' : `sk-${model.replace('/x', '')}`;
      expect(resolved.redact(`bad key ${secret}!`)).toBe('bad key [secret]!');
    }
  });
});
