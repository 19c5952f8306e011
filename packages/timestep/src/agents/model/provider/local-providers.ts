import { createProvider } from './create-provider.ts';
import type { Provider } from './providers.ts';

/** Servers that run on a user's own machines, none of which needs a key. */
export const LOCAL_PROVIDERS: readonly Provider[] = [
  createProvider('ollama', 'Ollama', {
    baseUrlVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
    defaultBaseUrl: 'http://localhost:11434/v1',
  }),
  createProvider('lmstudio', 'LM Studio', {
    aliases: ['lm-studio'],
    defaultBaseUrl: 'http://localhost:1234/v1',
    // LM Studio refuses a choice of one tool with "Invalid tool_choice type: 'object'".
    dialect: { namesTool: false },
  }),
  // No documentation confirms this port, but the server usually listens on it.
  createProvider('vllm', 'vLLM', { defaultBaseUrl: 'http://localhost:8000/v1', sharesPort: true }),
  // No documentation confirms this port, but the server usually listens on it.
  createProvider('llamacpp', 'llama.cpp', {
    aliases: ['llama.cpp', 'llama-cpp'],
    defaultBaseUrl: 'http://localhost:8080/v1',
    sharesPort: true,
  }),
  createProvider('openai-compatible', 'Any compatible server', { aliases: ['local'] }),
];
