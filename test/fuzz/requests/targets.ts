import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createOpenRouter } from '@openrouter/ai-sdk-provider';
import type { ChatDialectName } from '@timestep-ai/timestep/testing';
import { loadCompatible } from '../../../packages/timestep/src/agents/model/provider/load-compatible.ts';
import { findProvider } from '../../../packages/timestep/src/agents/model/provider/providers.ts';

type Fetch = typeof globalThis.fetch;

/** A model behind the AI SDK's own package, and the strict server that stands for its provider. */
export interface Target {
  readonly name: string;
  readonly dialect: ChatDialectName;
  readonly createModel: (fetch: Fetch) => LanguageModelV4 | Promise<LanguageModelV4>;
}

const apiKey = 'sk-test';
const baseURL = 'http://127.0.0.1/v1';

function createTarget(
  name: string,
  createModel: Target['createModel'],
  dialect: ChatDialectName = 'openai',
): Target {
  return { name, dialect, createModel };
}

function createCompatible(
  name: string,
  modelId: string,
  dialect: ChatDialectName = 'compatible',
): Target {
  return createTarget(
    name,
    (fetch) => createOpenAICompatible({ name, apiKey, baseURL, fetch }).chatModel(modelId),
    dialect,
  );
}

function createBedrock(name: string, modelId: string): Target {
  return createTarget(name, (fetch) =>
    createAmazonBedrock({ apiKey, region: 'eu-west-1', baseURL, fetch }).languageModel(modelId),
  );
}

/** Creates a provider with chat completions as `createAgent` does, with its dialect. */
function createHosted(name: string, modelId: string, strict: ChatDialectName): Target {
  const { dialect } = findProvider(name) ?? {};
  const connection = { kind: 'openai-compatible', name, baseUrl: baseURL, apiKey } as const;
  return createTarget(
    `${name}, ${modelId}`,
    async (fetch) => {
      const loaded = await loadCompatible({ ...connection, ...(dialect && { dialect }) }, fetch);
      return loaded.languageModel(modelId);
    },
    strict,
  );
}

export const TARGETS: readonly [Target, ...Target[]] = [
  createTarget('openai', (fetch) => createOpenAI({ apiKey, baseURL, fetch }).chat('gpt-4.1')),
  createTarget('openai, reasoning', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).chat('gpt-5-mini'),
  ),
  createTarget('openai, older reasoning', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).chat('o3'),
  ),
  createTarget('responses', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).responses('gpt-5-mini'),
  ),
  createTarget('responses, older', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).responses('gpt-4o'),
  ),
  createTarget(
    'azure',
    (fetch) => createOpenAI({ name: 'azure', apiKey, baseURL, fetch }).chat('gpt-4o'),
    'azure',
  ),
  createTarget('anthropic', (fetch) =>
    createAnthropic({ apiKey, baseURL, fetch }).languageModel('claude-sonnet-4-5'),
  ),
  createTarget('anthropic, newer', (fetch) =>
    createAnthropic({ apiKey, baseURL, fetch }).languageModel('claude-sonnet-5'),
  ),
  createTarget('anthropic, thinking', (fetch) =>
    createAnthropic({ apiKey, baseURL, fetch }).languageModel('claude-opus-5-5'),
  ),
  createTarget('anthropic, older', (fetch) =>
    createAnthropic({ apiKey, baseURL, fetch }).languageModel('claude-opus-4-1'),
  ),
  createTarget('openai, gpt-5.6', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).chat('gpt-5.6-terra'),
  ),
  createTarget('openai, gpt-5.2', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).chat('gpt-5.2'),
  ),
  createTarget('responses, gpt-5.6', (fetch) =>
    createOpenAI({ apiKey, baseURL, fetch }).responses('gpt-5.6-terra'),
  ),
  createTarget('gemini', (fetch) =>
    createGoogle({ apiKey, baseURL, fetch }).languageModel('gemini-3-pro'),
  ),
  createTarget('gemini, older', (fetch) =>
    createGoogle({ apiKey, baseURL, fetch }).languageModel('gemini-2.5-flash'),
  ),
  createBedrock('bedrock', 'anthropic.claude-sonnet-4-5-20250929-v1:0'),
  createBedrock('bedrock, nova', 'amazon.nova-pro-v1:0'),
  createBedrock('bedrock, newer', 'anthropic.claude-opus-5-20260301-v1:0'),
  createBedrock('bedrock, mistral', 'mistral.mistral-large-2407-v1:0'),
  createBedrock('bedrock, openai', 'openai.gpt-oss-120b-1:0'),
  createTarget(
    'openrouter',
    (fetch) => createOpenRouter({ apiKey, baseURL, fetch }).chat('openai/gpt-5-mini'),
    'openrouter',
  ),
  createTarget(
    'openrouter, anthropic',
    (fetch) => createOpenRouter({ apiKey, baseURL, fetch }).chat('anthropic/claude-sonnet-4.5'),
    'openrouter',
  ),
  createHosted('xai', 'grok-4', 'xai'),
  createHosted('xai', 'grok-2', 'xai'),
  createHosted('deepseek', 'deepseek-chat', 'deepseek'),
  createHosted('deepseek', 'deepseek-reasoner', 'deepseek'),
  createHosted('deepseek', 'deepseek-v4-pro', 'deepseek'),
  createHosted('moonshot', 'kimi-k2.6', 'moonshot'),
  createHosted('moonshot', 'moonshot-v1-8k', 'moonshot'),
  createHosted('cerebras', 'gpt-oss-120b', 'cerebras'),
  createHosted('together', 'meta-llama/Llama-3.3-70B-Instruct-Turbo', 'together'),
  createHosted('fireworks', 'accounts/fireworks/models/kimi-k2-instruct', 'fireworks'),
  createHosted('zai', 'glm-4.6', 'zai'),
  createHosted('mistral', 'magistral-medium-latest', 'mistral'),
  createHosted('groq', 'openai/gpt-oss-120b', 'groq'),
  createHosted('ollama', 'llama3.2', 'ollama'),
  createHosted('lmstudio', 'qwen3-8b', 'lmstudio'),
  createHosted('llamacpp', 'qwen3', 'llamacpp'),
  createCompatible('any', 'llama3.2'),
  createCompatible('mistral', 'mistral-large-latest', 'mistral'),
  createCompatible('vllm', 'qwen3', 'vllm'),
  createCompatible('vllm, gemma', 'google/gemma-3-27b-it', 'vllm'),
  createCompatible('llamacpp', 'qwen3', 'llamacpp'),
  createCompatible('groq', 'llama-3.3-70b', 'groq'),
];
