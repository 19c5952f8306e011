import type { LanguageModelV4 } from '@ai-sdk/provider';
import { maskOf } from '../../core/index.ts';
import { ModelError } from '../model-error.ts';
import { isOpenAiItself, openAiBaseUrl } from './base-url.ts';
import { bedrockAccess } from './bedrock-access.ts';
import { firstSet, type EnvironmentVariables } from './environment-variables.ts';
import { loadModel, type Connection } from './load-model.ts';
import { parseModelName } from './model-name.ts';
import type { Provider } from './providers.ts';

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
  readonly priceBy: { readonly provider: string } | { readonly url: string } | undefined;
  /** Loads the provider's package. */
  readonly load: () => Promise<LanguageModelV4>;
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
    keyHint: provider.kind === 'bedrock' ? 'the AWS keys' : provider.keyVariables.join(' or '),
    priceBy: priceBy(provider, connection),
    load: () => loadModel(connection, modelId, choice.answerLimit),
    redact: maskOf(secrets),
  };
}

function connectionTo(
  provider: Provider,
  choice: ModelChoice,
  env: EnvironmentVariables,
): Connection {
  const apiKey = choice.apiKey?.trim() || firstSet(env, provider.keyVariables);
  const written = choice.baseUrl?.trim() || firstSet(env, provider.baseUrlVariables);
  switch (provider.kind) {
    case 'openai': {
      const baseUrl = written ?? provider.defaultBaseUrl ?? '';
      const itself = isOpenAiItself(baseUrl);
      const api = choice.api ?? (itself ? 'responses' : 'chat');
      if (api === 'chat' && !itself) return compatible(provider.name, baseUrl, apiKey);
      return { kind: 'openai', api, baseUrl, apiKey: needed(apiKey, provider) };
    }
    case 'anthropic':
    case 'google':
    case 'openrouter':
      return {
        kind: provider.kind,
        baseUrl: written ?? provider.defaultBaseUrl ?? '',
        apiKey: needed(apiKey, provider),
      };
    case 'bedrock':
      return {
        kind: 'bedrock',
        access: bedrockAccess(env, apiKey),
        ...(written !== undefined && { baseUrl: written }),
      };
    case 'openai-compatible': {
      const baseUrl = written ?? provider.defaultBaseUrl;
      if (baseUrl === undefined) {
        const variable = provider.baseUrlVariables.join(' or ');
        throw new ModelError(
          'missing-setting',
          `${provider.name} needs a base URL: set ${variable}`,
        );
      }
      return compatible(provider.name, baseUrl, apiKey);
    }
  }
}

function compatible(name: string, baseUrl: string, apiKey: string | undefined): Connection {
  return {
    kind: 'openai-compatible',
    // The package reads options under this name; `openai` would send options only OpenAI knows.
    name: name === 'openai' ? 'openai-compatible' : name,
    baseUrl: openAiBaseUrl(baseUrl),
    ...(apiKey !== undefined && { apiKey }),
  };
}

function needed(apiKey: string | undefined, provider: Provider): string {
  if (apiKey !== undefined) return apiKey;
  const variables = provider.keyVariables.join(' or ');
  throw new ModelError('missing-key', `${provider.name} needs a key: set ${variables}`);
}

function priceBy(provider: Provider, connection: Connection): ResolvedModel['priceBy'] {
  // The price of a compatible server's model is found by the server's address, not by its name.
  if (connection.kind === 'openai-compatible') return { url: connection.baseUrl };
  return provider.priceList === undefined ? undefined : { provider: provider.priceList };
}

function secretsOf(connection: Connection): string[] {
  if (connection.kind !== 'bedrock') {
    return 'apiKey' in connection && connection.apiKey ? [connection.apiKey] : [];
  }
  const { access } = connection;
  if ('apiKey' in access) return [access.apiKey];
  const { accessKeyId, secretAccessKey, sessionToken } = access;
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
}
