import type { ChatDialect } from '../dialect/chat-dialect.ts';
import { HOSTED_PROVIDERS } from './hosted-providers.ts';
import { LOCAL_PROVIDERS } from './local-providers.ts';

/** The AI SDK package and the protocol used to call a provider. */
export type ProviderKind =
  | 'openai'
  | 'azure'
  | 'anthropic'
  | 'google'
  | 'vertex'
  | 'vertex-anthropic'
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
  | 'azure'
  | 'vertex'
  | 'vertex-anthropic'
  | 'mistral'
  | 'groq'
  | 'xai'
  | 'deepseek'
  | 'together'
  | 'fireworks'
  | 'cerebras'
  | 'moonshot'
  | 'zai'
  | 'huggingface'
  | 'nvidia'
  | 'github'
  | 'ollama'
  | 'lmstudio'
  | 'vllm'
  | 'llamacpp'
  | 'openai-compatible';

/** A provider: its names, and the environment variables with its settings. */
export interface Provider {
  readonly name: ProviderName;
  /** Name of the provider in messages for users. */
  readonly title: string;
  readonly aliases: readonly string[];
  readonly kind: ProviderKind;
  readonly keyVariables: readonly string[];
  /** Whether the provider's own server needs a key. */
  readonly keyNeeded: boolean;
  /** Whose credentials on this machine the provider uses, with or without a key, such as `AWS`. */
  readonly machineCredentials?: string;
  readonly baseUrlVariables: readonly string[];
  readonly modelVariables: readonly string[];
  /** Default base URL. It may contain names of variables in braces, as in `https://{RESOURCE}.example/v1`. */
  readonly defaultBaseUrl?: string;
  /** Id of the provider in the public price list. Undefined: its models have no list price. */
  readonly priceList?: string;
  /** Differences of the provider's Chat Completions API from OpenAI's. */
  readonly dialect?: ChatDialect;
  /**
   * Whether other programs often use the default port, so that the port is not queried for models.
   */
  readonly sharesPort?: true;
  /** URL of the page on which the provider lists its models, if the API has no list. */
  readonly modelsAt?: string;
  /**
   * Assumption about the provider that no source confirms, shown on the documentation page of
   * providers.
   */
  readonly assumed?: string;
  /** A package that must be installed for the provider. */
  readonly packageName?: string;
}

/** All providers, in the order in which the environment is searched for them. */
export const PROVIDERS: readonly Provider[] = [...HOSTED_PROVIDERS, ...LOCAL_PROVIDERS];

/** Finds a provider by its name or an alias. */
export function findProvider(name: string): Provider | undefined {
  return PROVIDERS.find((provider) => provider.name === name || provider.aliases.includes(name));
}
