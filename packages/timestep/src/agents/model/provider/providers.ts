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
  createProvider('openai', {
    kind: 'openai',
    keyNeeded: true,
    defaultBaseUrl: 'https://api.openai.com/v1',
    priceList: 'openai',
  }),
  createProvider('anthropic', {
    aliases: ['claude'],
    kind: 'anthropic',
    keyNeeded: true,
    defaultBaseUrl: 'https://api.anthropic.com/v1',
    priceList: 'anthropic',
  }),
  createProvider('google', {
    aliases: ['gemini'],
    kind: 'google',
    keyVariables: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    keyNeeded: true,
    baseUrlVariables: ['GOOGLE_BASE_URL', 'GEMINI_BASE_URL'],
    modelVariables: ['GOOGLE_MODEL', 'GEMINI_MODEL'],
    defaultBaseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    priceList: 'google',
  }),
  createProvider('bedrock', {
    aliases: ['amazon-bedrock'],
    kind: 'bedrock',
    keyVariables: ['BEDROCK_API_KEY', 'AWS_BEARER_TOKEN_BEDROCK'],
    priceList: 'aws',
  }),
  createProvider('openrouter', {
    kind: 'openrouter',
    keyNeeded: true,
    defaultBaseUrl: 'https://openrouter.ai/api/v1',
    priceList: 'openrouter',
  }),
  createProvider('ollama', {
    baseUrlVariables: ['OLLAMA_BASE_URL', 'OLLAMA_HOST'],
    defaultBaseUrl: 'http://localhost:11434/v1',
  }),
  createProvider('lmstudio', {
    aliases: ['lm-studio'],
    defaultBaseUrl: 'http://localhost:1234/v1',
  }),
  createProvider('openai-compatible', { aliases: ['local'] }),
];

/** Creates a provider. Its variables default to `NAME_API_KEY`, `NAME_BASE_URL` and `NAME_MODEL`. */
function createProvider(name: ProviderName, facts: Partial<Provider>): Provider {
  const prefix = name.toUpperCase().replace('-', '_');
  return {
    name,
    aliases: [],
    kind: 'openai-compatible',
    keyVariables: [`${prefix}_API_KEY`],
    keyNeeded: false,
    baseUrlVariables: [`${prefix}_BASE_URL`],
    modelVariables: [`${prefix}_MODEL`],
    ...facts,
  };
}

/** Finds a provider by its name or an alias. */
export function findProvider(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name || provider.aliases.includes(name));
}
