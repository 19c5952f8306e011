import type { CreateAgentOptions } from '@timestep-ai/timestep';
import type { CacheName, ChatDialectName } from '@timestep-ai/timestep/testing';

/** A provider whose requests are measured. */
export interface MeasuredProvider {
  readonly name: string;
  readonly options: CreateAgentOptions;
  /** Path of the API below the server. */
  readonly path: string;
  readonly cache: CacheName;
  /** Server whose rules hold for chat completions. Default: OpenAI. */
  readonly dialect?: ChatDialectName;
}

const CLAUDE = 'anthropic.claude-sonnet-4-5-20250929-v1:0';

export const PROVIDERS: readonly MeasuredProvider[] = [
  {
    name: 'Anthropic',
    options: { model: 'anthropic/claude-sonnet-4-5' },
    path: '/v1',
    cache: 'claude',
  },
  {
    name: 'Bedrock',
    options: { model: `bedrock/${CLAUDE}`, env: { AWS_REGION: 'eu-west-1' } },
    path: '',
    cache: 'claude',
  },
  {
    name: 'OpenRouter, Claude',
    options: { model: 'openrouter/anthropic/claude-sonnet-4.5' },
    path: '/api/v1',
    cache: 'claude',
    dialect: 'compatible',
  },
  {
    name: 'OpenAI, GPT-5.6',
    options: { model: 'openai/gpt-5.6', api: 'responses' },
    path: '/v1',
    cache: 'openai-points',
  },
  {
    name: 'OpenAI, GPT-5',
    options: { model: 'openai/gpt-5', api: 'responses' },
    path: '/v1',
    cache: 'openai',
  },
  {
    name: 'Gemini',
    options: { model: 'google/gemini-2.5-pro' },
    path: '/v1beta',
    cache: 'gemini',
  },
  {
    name: 'DeepSeek',
    options: { model: 'openai-compatible/deepseek-chat' },
    path: '/v1',
    cache: 'deepseek',
    dialect: 'compatible',
  },
];
