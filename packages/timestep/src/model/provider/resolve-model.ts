import type { LanguageModelV4 } from '@ai-sdk/provider';
import { maskOf } from '../../core/index.ts';
import { connectionTo, isChosenAddress, keyHintOf, secretsOf } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { loadProvider } from './load-provider.ts';
import { parseModelName } from './model-name.ts';
import { priceBy, type PriceBy } from './price-list.ts';

/** Which model answers, and how its provider is reached. */
export interface ModelChoice {
  /** `provider/model`; a bare name is one of OpenAI's. */
  readonly model: string;
  /** Overrides the environment. */
  readonly apiKey?: string;
  /** Overrides the environment. */
  readonly baseUrl?: string;
  /**
   * Which of OpenAI's two APIs `openai` is called with. Default: `responses` at OpenAI itself,
   * `chat` at any other base URL, because most such servers have only that API.
   */
  readonly api?: 'responses' | 'chat';
  /**
   * Bytes of an answer, or of one event of a stream, that are accepted; a whole stream may have
   * four times as many. Default 16 MiB.
   */
  readonly answerLimit?: number;
  /** Default `process.env`. */
  readonly env?: EnvironmentVariables;
}

/** A model that can be called: everything it needs is known, nothing has been loaded yet. */
export interface ResolvedModel {
  /** The provider's name, never an alias. */
  readonly provider: string;
  readonly modelId: string;
  /** Where the provider's key is looked for, in words. */
  readonly keyHint: string;
  /** What to look the price up by. */
  readonly priceBy: PriceBy | undefined;
  /** Loads the provider's package. */
  readonly load: () => Promise<LanguageModelV4>;
  /** Whether requests say which span they belong to. */
  readonly isTraced: boolean;
  /** Takes the keys out of a text. */
  readonly redact: (text: string) => string;
}

/**
 * Finds out what a model's name means. Throws `ModelError` at once when a provider is unknown or a
 * key or address is missing, so that a program fails before it starts its work.
 */
export function resolveModel(choice: ModelChoice): ResolvedModel {
  const { env = process.env } = choice;
  const { provider, modelId } = parseModelName(choice.model);
  const connection = connectionTo(provider, choice, env);
  const secrets = secretsOf(connection);
  return {
    provider: provider.name,
    modelId,
    keyHint: keyHintOf(provider),
    priceBy: priceBy(provider, connection),
    load: async () => {
      const { languageModel } = await loadProvider(connection, choice.answerLimit);
      return languageModel(modelId);
    },
    isTraced: isChosenAddress(provider, connection),
    redact: maskOf(secrets),
  };
}
