import type { LanguageModelV4 } from '@ai-sdk/provider';
import { createMask } from '#core';
import { resolveConnection, hasCustomBaseUrl, getKeyHint, listSecrets } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { parseModelName } from './model-name.ts';
import { getPriceKey, type PriceKey } from './price-list.ts';

/** A model, and options for its provider. */
export interface ModelChoice {
  /** Name of the model as `provider/model`. Without a provider: an OpenAI model. */
  readonly model: string;
  /** API key, which overrides the environment variable. */
  readonly apiKey?: string;
  readonly baseUrl?: string;
  /**
   * API of the providers `openai` and `azure`. Default: `responses` for servers of OpenAI and for
   * `azure`, otherwise `chat`.
   */
  readonly api?: 'responses' | 'chat';
  /** Maximum bytes of a response or event (a stream: four times as many). Default: 16 MiB. */
  readonly answerLimit?: number;
  readonly env?: EnvironmentVariables;
}

/** A resolved model name with its settings, before the provider's package is loaded. */
export interface ResolvedModel {
  readonly provider: string;
  readonly modelId: string;
  readonly keyHint: string;
  readonly priceKey: PriceKey | undefined;
  readonly load: () => Promise<LanguageModelV4>;
  readonly isTraced: boolean;
  readonly redact: (text: string) => string;
}

/** Resolves a model name. Throws `ModelError` before any request is made. */
export function resolveModel(choice: ModelChoice): ResolvedModel {
  const { env = process.env } = choice;
  const { provider, modelId } = parseModelName(choice.model);
  const connection = resolveConnection(provider, choice, env);
  return {
    provider: provider.name,
    modelId,
    keyHint: getKeyHint(provider),
    priceKey: getPriceKey(provider, connection),
    async load() {
      const { loadProvider } = await import('./load-provider.ts');
      return (await loadProvider(connection, choice.answerLimit)).languageModel(modelId);
    },
    isTraced: hasCustomBaseUrl(provider, connection),
    redact: createMask(listSecrets(connection)),
  };
}
