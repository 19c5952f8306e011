/** The package and the protocol used to call a provider. */
export type ProviderKind =
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'bedrock'
  | 'openrouter'
  | 'openai-compatible';

/** Names of providers, without their aliases. */
export type ProviderName =
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'bedrock'
  | 'openrouter'
  | 'ollama'
  | 'lmstudio'
  | 'openai-compatible';

/** A provider: its names, and the environment variables with its settings. */
export interface Provider {
  readonly name: ProviderName;
  readonly aliases: readonly string[];
  readonly kind: ProviderKind;
  readonly keyVariables: readonly string[];
  readonly keyNeeded: boolean;
  readonly baseUrlVariables: readonly string[];
  readonly modelVariables: readonly string[];
  readonly defaultBaseUrl?: string;
  readonly priceList?: string;
}

/** All providers, in the order in which the environment is searched for them. */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'openai',
    aliases: [],
    kind: 'openai',
    keyVariables: ['OPENAI_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['OPENAI_BASE_URL'],
    modelVariables: ['OPENAI_MODEL'],
    defaultBaseUrl: 'https://api.openai.com/v1',
    priceList: 'openai',
  },
  {
    name: 'anthropic',
    aliases: ['claude'],
    kind: 'anthropic',
    keyVariables: ['ANTHROPIC_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['ANTHROPIC_BASE_URL'],
    modelVariables: ['ANTHROPIC_MODEL'],
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    priceList: 'anthropic',
  },
  {
    name: 'google',
    aliases: ['gemini'],
    kind: 'google',
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL'],
    modelVariables: ['GOOGLE_MODEL', 'GEMINI_MODEL'],
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    priceList: 'google',
  },
  {
    name: 'bedrock',
    aliases: ['amazon-bedrock'],
    kind: 'bedrock',
    keyVariables: ['BEDROCK_API_KEY', 'AWS_BEARER_TOKEN_BEDROCK'],
    keyNeeded: false,
    baseUrlVariables: ['BEDROCK_BASE_URL'],
    modelVariables: ['BEDROCK_MODEL'],
    priceList: 'aws',
  },
  {
    name: 'openrouter',
    aliases: [],
    kind: 'openrouter',
    keyVariables: ['OPENROUTER_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['OPENROUTER_BASE_URL'],
    modelVariables: ['OPENROUTER_MODEL'],
    defaultBaseUrl: 'https://openrouter.ai/api/v1',
    priceList: 'openrouter',
  },
  {
    name: 'ollama',
    aliases: [],
    kind: 'openai-compatible',
    keyVariables: ['OLLAMA_API_KEY'],
    keyNeeded: false,
    baseUrlVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
    modelVariables: ['OLLAMA_MODEL'],
    defaultBaseUrl: 'http://localhost:11434/v1',
  },
  {
    name: 'lmstudio',
    aliases: ['lm-studio'],
    kind: 'openai-compatible',
    keyVariables: ['LMSTUDIO_API_KEY'],
    keyNeeded: false,
    baseUrlVariables: ['LMSTUDIO_BASE_URL'],
    modelVariables: ['LMSTUDIO_MODEL'],
    defaultBaseUrl: 'http://localhost:1234/v1',
  },
  {
    name: 'openai-compatible',
    aliases: ['local'],
    kind: 'openai-compatible',
    keyVariables: ['OPENAI_COMPATIBLE_API_KEY'],
    keyNeeded: false,
    baseUrlVariables: ['OPENAI_COMPATIBLE_BASE_URL'],
    modelVariables: ['OPENAI_COMPATIBLE_MODEL'],
  },
];

/** Finds a provider by its name or an alias. */
export function findProvider(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name || provider.aliases.includes(name));
}
