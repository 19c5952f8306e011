import { ModelError } from '../model-error.ts';
import { isOpenAiItself, openAiBaseUrl } from './base-url.ts';
import { bedrockAccess, type BedrockAccess } from './bedrock-access.ts';
import { firstSet, type EnvironmentVariables } from './environment-variables.ts';
import type { Provider } from './providers.ts';

/** How a provider is reached. */
export type Connection =
  | {
      readonly kind: 'openai';
      readonly api: 'responses' | 'chat';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | {
      readonly kind: 'anthropic' | 'google' | 'openrouter';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | { readonly kind: 'bedrock'; readonly access: BedrockAccess; readonly baseUrl?: string }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      readonly baseUrl: string;
      readonly apiKey?: string;
    };

/** What overrides the environment. */
export interface ConnectionChoice {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly api?: 'responses' | 'chat';
}

/**
 * How the environment, or what overrides it, says that a provider is reached. Throws `ModelError` where a
 * key or an address is missing.
 */
export function connectionTo(
  provider: Provider,
  choice: ConnectionChoice,
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

/**
 * Whether the address is not that of the provider itself, such as the address of a gateway. Requests to
 * Bedrock are signed, and a gateway that changed a header would break them.
 */
export function isChosenAddress(provider: Provider, connection: Connection): boolean {
  const { defaultBaseUrl = '' } = provider;
  return connection.kind !== 'bedrock' && connection.baseUrl !== defaultBaseUrl;
}

/** The keys of a connection, which no text may show. */
export function secretsOf(connection: Connection): string[] {
  if (connection.kind !== 'bedrock') {
    return 'apiKey' in connection && connection.apiKey ? [connection.apiKey] : [];
  }
  const { access } = connection;
  if ('apiKey' in access) return [access.apiKey];
  const { accessKeyId, secretAccessKey, sessionToken } = access;
  return [accessKeyId, secretAccessKey, ...(sessionToken === undefined ? [] : [sessionToken])];
}

/** Where a provider's key is looked for, in words. */
export function keyHintOf(provider: Provider): string {
  return provider.kind === 'bedrock' ? 'the AWS keys' : provider.keyVariables.join(' or ');
}
