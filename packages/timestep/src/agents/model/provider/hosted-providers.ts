import { createProvider } from './create-provider.ts';
import type { Provider } from './providers.ts';

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const;
/** Moonshot models that reason unless the request disables reasoning. */
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
    machineCredentials: 'AWS',
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
    machineCredentials: 'Google Cloud',
    baseUrlVariables: ['GOOGLE_VERTEX_BASE_URL', 'VERTEX_BASE_URL'],
    priceList: 'google',
    packageName: '@ai-sdk/google-vertex',
    modelsAt: 'the Model Garden of your Google Cloud project',
  }),
  createProvider('vertex-anthropic', 'Claude on Google Vertex AI', {
    aliases: ['vertex-claude', 'google-vertex-anthropic'],
    kind: 'vertex-anthropic',
    keyVariables: [],
    machineCredentials: 'Google Cloud',
    baseUrlVariables: ['VERTEX_ANTHROPIC_BASE_URL'],
    modelVariables: ['VERTEX_ANTHROPIC_MODEL'],
    priceList: 'anthropic',
    assumed: 'that Vertex refuses what Anthropic refuses',
    packageName: '@ai-sdk/google-vertex',
    modelsAt: 'the Model Garden of your Google Cloud project',
  }),
  createProvider('mistral', 'Mistral', {
    aliases: ['mistralai'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.mistral.ai/v1',
    priceList: 'mistral',
    // The API reports token counts of every stream, and refuses `stream_options`.
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
    // The AI SDK sends `reasoning` on later turns, which one of Groq's models refused in 2025.
    dialect: { reasoning: 'reasoning', formatWithTools: false },
  }),
  createProvider('xai', 'xAI', {
    aliases: ['x-ai', 'grok'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.x.ai/v1',
    priceList: 'x-ai',
    assumed:
      'which models refuse `stop`: those with reasoning, which the documentation does not name',
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
    assumed: 'that "." is accepted as reasoning, which a user reported',
    // The list of reasoning models is from the AI SDK.
    dialect: {
      tokenLimit: /./,
      refuses: [{ fields: SAMPLING, models: /^kimi-/ }],
      needsReasoning: [{ models: KIMI_THINKING, text: '.', ofCalls: true }],
      refusesForcedChoice: KIMI_THINKING,
      cachedTokens: 'cached_tokens',
    },
  }),
  createProvider('zai', 'Z.ai', {
    assumed: 'the base URL, and the names of the variables',
    aliases: ['z-ai', 'z.ai', 'zhipu'],
    keyVariables: ['ZAI_API_KEY', 'ZHIPU_API_KEY'],
    keyNeeded: true,
    defaultBaseUrl: 'https://api.z.ai/api/paas/v4',
    priceList: 'zai',
    dialect: { highestTemperature: 1 },
  }),
  createProvider('huggingface', 'Hugging Face', {
    assumed:
      'that the router refuses nothing that OpenAI accepts; each of its models has its own provider',
    aliases: ['hugging-face', 'hf'],
    keyVariables: ['HF_TOKEN', 'HUGGINGFACE_API_KEY'],
    keyNeeded: true,
    defaultBaseUrl: 'https://router.huggingface.co/v1',
  }),
  createProvider('nvidia', 'NVIDIA', {
    assumed: 'the base URL, and that the API refuses nothing that OpenAI accepts',
    aliases: ['nim'],
    keyNeeded: true,
    defaultBaseUrl: 'https://integrate.api.nvidia.com/v1',
  }),
  createProvider('github', 'GitHub Models', {
    assumed: 'that models with reasoning refuse what they refuse at OpenAI',
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
