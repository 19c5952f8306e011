import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ChatDialectName } from '@timestep-ai/timestep/testing';

type Fetch = typeof globalThis.fetch;

/** A model behind the AI SDK's own package, and the strict server that stands for its provider. */
export interface Target {
  readonly name: string;
  readonly dialect: ChatDialectName;
  readonly createModel: (fetch: Fetch) => LanguageModelV4;
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
  createTarget('gemini', (fetch) =>
    createGoogle({ apiKey, baseURL, fetch }).languageModel('gemini-3-pro'),
  ),
  createTarget('gemini, older', (fetch) =>
    createGoogle({ apiKey, baseURL, fetch }).languageModel('gemini-2.5-flash'),
  ),
  createBedrock('bedrock', 'anthropic.claude-sonnet-4-5-20250929-v1:0'),
  createBedrock('bedrock, nova', 'amazon.nova-pro-v1:0'),
  createCompatible('any', 'llama3.2'),
  createCompatible('mistral', 'mistral-large-latest', 'mistral'),
  createCompatible('vllm', 'qwen3', 'vllm'),
  createCompatible('vllm, gemma', 'google/gemma-3-27b-it', 'vllm'),
  createCompatible('llamacpp', 'qwen3', 'llamacpp'),
  createCompatible('groq', 'llama-3.3-70b', 'groq'),
];
