import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import { isOpenAiServer, normalizeBaseUrl } from './base-url.ts';
import { readBedrockCredentials, type BedrockCredentials } from './bedrock-credentials.ts';
import { findVariable, type EnvironmentVariables } from './environment-variables.ts';
import type { Provider } from './providers.ts';

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
  | { readonly kind: 'bedrock'; readonly access: BedrockCredentials; readonly baseUrl?: string }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      readonly baseUrl: string;
      readonly apiKey?: string;
    };

export interface ConnectionOptions {
  readonly apiKey?: string;
  readonly baseUrl?: string;
  readonly api?: 'responses' | 'chat';
}

/** Resolves the connection to a provider. Throws `ModelError` without a key or a base URL. */
export function resolveConnection(
  provider: Provider,
  options: ConnectionOptions,
  env: EnvironmentVariables,
): Connection {
  const apiKey = options.apiKey?.trim() || findVariable(env, provider.keyVariables);
  const written = options.baseUrl?.trim() || findVariable(env, provider.baseUrlVariables);
  switch (provider.kind) {
    case 'openai': {
      const baseUrl = written ?? provider.defaultBaseUrl ?? '';
      const itself = isOpenAiServer(baseUrl);
      const api = options.api ?? (itself ? 'responses' : 'chat');
      if (api === 'chat' && !itself)
        return createCompatibleConnection(provider.name, baseUrl, apiKey);
      return { kind: 'openai', api, baseUrl, apiKey: requireApiKey(apiKey, provider) };
    }
    case 'anthropic':
    case 'google':
    case 'openrouter':
      return {
        kind: provider.kind,
        baseUrl: written ?? provider.defaultBaseUrl ?? '',
        apiKey: requireApiKey(apiKey, provider),
      };
    case 'bedrock':
      return {
        kind: 'bedrock',
        access: readBedrockCredentials(env, apiKey),
        ...omitUndefined({ baseUrl: written }),
      };
    case 'openai-compatible': {
      const baseUrl = written ?? provider.defaultBaseUrl;
      if (baseUrl === undefined) {
        const variable = provider.baseUrlVariables.join(' or ');
        const message = `${provider.name} needs a base URL: set ${variable}`;
        throw new ModelError('missing-setting', message);
      }
      return createCompatibleConnection(provider.name, baseUrl, apiKey);
    }
  }
}

function createCompatibleConnection(
  name: string,
  baseUrl: string,
  apiKey: string | undefined,
): Connection {
  return {
    kind: 'openai-compatible',
    // Another name than `openai` is used: for that name, the package sends options of OpenAI only.
    name: name === 'openai' ? 'openai-compatible' : name,
    baseUrl: normalizeBaseUrl(baseUrl),
    ...omitUndefined({ apiKey }),
  };
}

function requireApiKey(apiKey: string | undefined, provider: Provider): string {
  if (apiKey !== undefined) return apiKey;
  const variables = provider.keyVariables.join(' or ');
  throw new ModelError('missing-key', `${provider.name} needs a key: set ${variables}`);
}

/** Whether requests go to a gateway. Never for Bedrock, whose signatures forbid added headers. */
export function hasCustomBaseUrl(provider: Provider, connection: Connection): boolean {
  const { defaultBaseUrl = '' } = provider;
  return connection.kind !== 'bedrock' && connection.baseUrl !== defaultBaseUrl;
}

/** Lists the secrets of a connection, which must never be displayed. */
export function listSecrets(connection: Connection): string[] {
  if (connection.kind !== 'bedrock') return connection.apiKey ? [connection.apiKey] : [];
  const { region: _region, ...secrets } = connection.access;
  return Object.values(secrets);
}

/** Returns the names of the environment variables with the provider's key, for messages. */
export function getKeyHint(provider: Provider): string {
  return provider.kind === 'bedrock' ? 'the AWS keys' : provider.keyVariables.join(' or ');
}
