import { expect, it } from 'vitest';
import { modelFromEnv } from './model-from-env.ts';

const OPENAI_API_KEY = 'sk';

it.each([
  [{ OPENAI_MODEL: 'gpt-4o', OPENAI_API_KEY }, 'openai/gpt-4o'],
  [{ OPENAI_MODEL: 'qwen/7b', OPENAI_BASE_URL: 'http://localhost:8000/v1' }, 'openai/qwen/7b'],
  [{ ANTHROPIC_MODEL: 'claude-x', ANTHROPIC_API_KEY: 'k' }, 'anthropic/claude-x'],
  [{ GEMINI_MODEL: 'g', GEMINI_API_KEY: 'k' }, 'google/g'],
  [{ OLLAMA_MODEL: 'llama3:8b' }, 'ollama/llama3:8b'],
  [{ BEDROCK_MODEL: 'm', BEDROCK_API_KEY: 'k', AWS_REGION: 'eu-west-1' }, 'bedrock/m'],
  [{ GROQ_MODEL: 'llama-3.3-70b', GROQ_API_KEY: 'k' }, 'groq/llama-3.3-70b'],
  [{ AZURE_MODEL: 'my-gpt', AZURE_API_KEY: 'k', AZURE_RESOURCE_NAME: 'mine' }, 'azure/my-gpt'],
  [{ VERTEX_MODEL: 'gemini-2.5-pro', GOOGLE_VERTEX_PROJECT: 'mine' }, 'vertex/gemini-2.5-pro'],
  [{ GROQ_MODEL: 'm', OLLAMA_MODEL: 'llama3' }, 'ollama/llama3'],
  [{ OPENAI_MODEL: 'gpt-4o', OLLAMA_MODEL: 'llama3' }, 'ollama/llama3'],
  [{ OPENAI_MODEL: 'gpt-4o', OPENAI_API_KEY, OLLAMA_MODEL: 'llama3' }, 'openai/gpt-4o'],
])('%j asks for %s', (env, expected) => {
  expect(modelFromEnv(env)).toBe(expected);
});

it.each([
  {},
  { OPENAI_API_KEY },
  { OPENAI_MODEL: 'gpt-4o' },
  { OPENAI_MODEL: ' ', OPENAI_API_KEY },
])('%j asks for nothing', (env) => {
  expect(modelFromEnv(env)).toBeUndefined();
});
