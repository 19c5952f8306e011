import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createMask } from '../../../core/index.ts';
import { resolveConnection, hasCustomBaseUrl, getKeyHint, listSecrets } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { loadProvider } from './load-provider.ts';
import { parseModelName } from './model-name.ts';
import { getPriceKey, type PriceKey } from './price-list.ts';

/** The model to call, and options for its provider. */
export interface ModelChoice {
  /** The name `provider/model`. A name without a provider is an OpenAI model. */
  readonly model: string;
  /** API key. Overrides the environment variable. */
  readonly apiKey?: string;
  /** Base URL. Overrides the environment variable. */
  readonly baseUrl?: string;
  /**
   * The API of OpenAI to use with the provider `openai`. Default: `responses` for OpenAI's own
   * servers, `chat` for any other base URL, because most such servers have only that API.
   */
  readonly api?: 'responses' | 'chat';
  /**
   * Maximum bytes of a response, or of one event of a stream; a whole stream may have four times as
   * many. Default: 16 MiB.
   */
  readonly answerLimit?: number;
  /** Environment variables. Default: `process.env`. */
  readonly env?: EnvironmentVariables;
}

/** A model that can be called. Its settings are known, but its package is not loaded yet. */
export interface ResolvedModel {
  /** The provider's name, never an alias. */
  readonly provider: string;
  readonly modelId: string;
  /** Text that names the environment variables for the provider's key. */
  readonly keyHint: string;
  /** Key for looking up the price in the price list. */
  readonly priceKey: PriceKey | undefined;
  /** Loads the provider's package. */
  readonly load: () => Promise<LanguageModelV4>;
  /** Whether requests carry the `traceparent` header. */
  readonly isTraced: boolean;
  /** Removes the keys from a text. */
  readonly redact: (text: string) => string;
}

/**
 * Resolves a model name to a provider and its settings. Throws `ModelError` immediately if the
 * provider is unknown or a key or base URL is missing, so that a program fails before it starts its
 * work.
 */
export function resolveModel(choice: ModelChoice): ResolvedModel {
  const { env = process.env } = choice;
  const { provider, modelId } = parseModelName(choice.model);
  const connection = resolveConnection(provider, choice, env);
  const secrets = listSecrets(connection);
  return {
    provider: provider.name,
    modelId,
    keyHint: getKeyHint(provider),
    priceKey: getPriceKey(provider, connection),
    load: async () => {
      const { languageModel } = await loadProvider(connection, choice.answerLimit);
      return languageModel(modelId);
    },
    isTraced: hasCustomBaseUrl(provider, connection),
    redact: createMask(secrets),
  };
}
