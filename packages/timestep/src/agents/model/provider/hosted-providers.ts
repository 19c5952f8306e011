import { createProvider } from './create-provider.ts';
import type { Provider } from './providers.ts';

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const;
/** Models of Moonshot that think unless the request forbids it. */
const KIMI_THINKING = /^kimi-(k2\.[5-9]|k3|k2-thinking)/;
const PENALTIES = ['presence_penalty', 'frequency_penalty'] as const;

/** Models of providers in the cloud. Base URLs and keys are those of the AI SDK, if it has them. */
export const HOSTED_PROVIDERS: readonly Provider[] = [
  createProvider('openai', 'OpenAI', {
    kind: 'openai',
    keyNeeded: true,
    defaultBaseUrl: 'https://api.openai.com/v1',
    priceList: 'openai',
  }),
  createProvider('anthropic', 'Anthropic', {
    aliases: ['claude'],
    kind: 'anthropic',
    keyNeeded: true,
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    priceList: 'anthropic',
  }),
  createProvider('google', 'Google Gemini', {
    aliases: ['gemini'],
    kind: 'google',
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL'],
    modelVariables: ['GOOGLE_MODEL', 'GEMINI_MODEL'],
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    priceList: 'google',
  }),
  createProvider('bedrock', 'Amazon Bedrock', {
    aliases: ['amazon-bedrock'],
    kind: 'bedrock',
    keyVariables: ['BEDROCK_API_KEY', 'AWS_BEARER_TOKEN_BEDROCK'],
    priceList: 'aws',
    packageName: '@ai-sdk/amazon-bedrock',
    modelsAt: 'the Bedrock console of your region',
  }),
  createProvider('openrouter', 'OpenRouter', {
    kind: 'openrouter',
    keyNeeded: true,
    defaultBaseUrl: 'https://openrouter.ai/api/v1',
    priceList: 'openrouter',
    packageName: '@openrouter/ai-sdk-provider',
  }),
  createProvider('azure', 'Azure OpenAI', {
    aliases: ['azure-openai'],
    kind: 'azure',
    keyVariables: ['AZURE_API_KEY', 'AZURE_OPENAI_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['AZURE_BASE_URL', 'AZURE_OPENAI_ENDPOINT'],
    defaultBaseUrl: 'https://{AZURE_RESOURCE_NAME}.openai.azure.com/openai/v1',
    priceList: 'azure',
    modelsAt: 'the deployments of your Azure resource',
  }),
  createProvider('vertex', 'Google Vertex AI', {
    aliases: ['google-vertex', 'vertexai'],
    kind: 'vertex',
    keyVariables: ['GOOGLE_VERTEX_API_KEY', 'VERTEX_API_KEY'],
    baseUrlVariables: ['GOOGLE_VERTEX_BASE_URL', 'VERTEX_BASE_URL'],
    priceList: 'google',
    packageName: '@ai-sdk/google-vertex',
    modelsAt: 'the Model Garden of your Google Cloud project',
  }),
  createProvider('mistral', 'Mistral', {
    aliases: ['mistralai'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.mistral.ai/v1',
    priceList: 'mistral',
    // The API reports the usage of every stream, and refuses fields that it does not know.
    dialect: {
      refuses: [{ fields: ['stream_options'] }],
      reasoning: 'thinking-part',
      cachedTokens: 'num_cached_tokens',
    },
  }),
  createProvider('groq', 'Groq', {
    keyNeeded: true,
    defaultBaseUrl: 'https://api.groq.com/openai/v1',
    priceList: 'groq',
    // In 2025 one of its models refused `reasoning`, which the AI SDK sends today.
    dialect: { reasoning: 'reasoning', formatWithTools: false },
  }),
  createProvider('xai', 'xAI', {
    aliases: ['x-ai', 'grok'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.x.ai/v1',
    priceList: 'x-ai',
    // Which models refuse `stop` is known for reasoning models in general, not by name.
    dialect: {
      refuses: [
        { fields: PENALTIES },
        { fields: ['stop'], models: /grok-(3-mini|4|5)/ },
        {
          fields: ['reasoning_effort'],
          except: /grok-(3-mini|4\.20-multi-agent|4\.(?:3|5|6)(?!\d))/,
        },
      ],
      reasoningTokens: 'apart',
    },
  }),
  createProvider('deepseek', 'DeepSeek', {
    keyNeeded: true,
    defaultBaseUrl: 'https://api.deepseek.com/v1',
    priceList: 'deepseek',
    dialect: {
      refuses: [{ fields: PENALTIES }],
      reasoning: 'own-turn',
      needsReasoning: [
        { models: /deepseek-v4|^deepseek-(flash|pro)/, text: '' },
        { models: /^deepseek-reasoner/, text: '', ofCalls: true },
      ],
      jsonSchema: false,
      cachedTokens: 'prompt_cache_hit_tokens',
    },
  }),
  createProvider('together', 'Together', {
    aliases: ['togetherai', 'together-ai'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.together.xyz/v1',
    priceList: 'together',
    dialect: { refuses: [{ fields: ['reasoning_effort'] }], strict: false },
  }),
  createProvider('fireworks', 'Fireworks', {
    aliases: ['fireworks-ai'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.fireworks.ai/inference/v1',
    priceList: 'fireworks',
  }),
  createProvider('cerebras', 'Cerebras', {
    keyNeeded: true,
    defaultBaseUrl: 'https://api.cerebras.ai/v1',
    priceList: 'cerebras',
    dialect: { tokenLimit: /./, reasoning: 'reasoning', formatWithTools: false },
  }),
  createProvider('moonshot', 'Moonshot', {
    aliases: ['moonshotai', 'kimi'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.moonshot.ai/v1',
    priceList: 'moonshotai',
    // Which models think is known from the AI SDK; that a dot is accepted is from a report.
    dialect: {
      tokenLimit: /./,
      refuses: [{ fields: SAMPLING, models: /^kimi-/ }],
      needsReasoning: [{ models: KIMI_THINKING, text: '.', ofCalls: true }],
      refusesForcedChoice: KIMI_THINKING,
      cachedTokens: 'cached_tokens',
    },
  }),
  // The base URL and the names of the keys are not confirmed by a source.
  createProvider('zai', 'Z.ai', {
    aliases: ['z-ai', 'z.ai', 'zhipu'],
    keyVariables: ['ZAI_API_KEY', 'ZHIPU_API_KEY'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.z.ai/api/paas/v4',
    priceList: 'zai',
    dialect: { highestTemperature: 1 },
  }),
  // No source describes what this router refuses; each of its models has its own provider.
  createProvider('huggingface', 'Hugging Face', {
    aliases: ['hugging-face', 'hf'],
    keyVariables: ['HF_TOKEN', 'HUGGINGFACE_API_KEY'],
    keyNeeded: true,
    defaultBaseUrl: 'https://router.huggingface.co/v1',
  }),
  // No source describes what this API refuses, and the base URL is not confirmed by one.
  createProvider('nvidia', 'NVIDIA', {
    aliases: ['nim'],
    keyNeeded: true,
    defaultBaseUrl: 'https://integrate.api.nvidia.com/v1',
  }),
  // No source describes this API; the rules are those of OpenAI for models with reasoning.
  createProvider('github', 'GitHub Models', {
    aliases: ['github-models'],
    keyVariables: ['GITHUB_MODELS_TOKEN', 'GITHUB_TOKEN'],
    keyNeeded: true,
    baseUrlVariables: ['GITHUB_MODELS_BASE_URL'],
    modelVariables: ['GITHUB_MODELS_MODEL'],
    defaultBaseUrl: 'https://models.github.ai/inference',
    modelsAt: 'https://github.com/marketplace/models',
    dialect: {
      tokenLimit: /^openai\/(gpt-5|o\d)/,
      refuses: [{ fields: SAMPLING, models: /^openai\/(gpt-5|o\d)/ }],
    },
  }),
];
