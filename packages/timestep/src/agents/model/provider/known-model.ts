import type { ProviderName } from './providers.ts';

/** Model name as `provider/model`. Editors complete listed names; any other name is allowed. */
export type KnownModel =
  | 'openai/gpt-5'
  | 'openai/gpt-5-mini'
  | 'openai/gpt-5-nano'
  | 'openai/gpt-4o-mini'
  | 'anthropic/claude-opus-4-1'
  | 'anthropic/claude-sonnet-4-5'
  | 'anthropic/claude-haiku-4-5'
  | 'google/gemini-2.5-pro'
  | 'google/gemini-2.5-flash'
  | 'bedrock/anthropic.claude-sonnet-4-5-20250929-v1:0'
  | 'openrouter/openai/gpt-5-mini'
  | 'azure/my-deployment'
  | 'vertex/gemini-2.5-pro'
  | 'mistral/mistral-large-latest'
  | 'groq/llama-3.3-70b-versatile'
  | 'xai/grok-4'
  | 'deepseek/deepseek-chat'
  | 'ollama/llama3.2'
  | 'lmstudio/qwen3-8b'
  | 'openai-compatible/my-model'
  | `${ProviderName}/${string}`
  | (string & {});
