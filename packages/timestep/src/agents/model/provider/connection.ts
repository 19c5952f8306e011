import { omitUndefined } from '#core';
import { ModelError } from '../model-error.ts';
import type { ChatDialect } from '../dialect/chat-dialect.ts';
import {
  fillBaseUrl,
  isOpenAiServer,
  matchesBaseUrlTemplate,
  normalizeBaseUrl,
} from './base-url.ts';
import { readBedrockCredentials, type BedrockCredentials } from './bedrock-credentials.ts';
import { findEntraAccess, listEntraSecrets, type EntraAccess } from './entra-access.ts';
import { findFirstSetVariable, type EnvironmentVariables } from './environment-variables.ts';
import type { Provider } from './providers.ts';
import {
  readVertexAccess,
  readVertexProject,
  type VertexAccess,
  type VertexProject,
} from './vertex-access.ts';

export type Connection =
  | {
      readonly kind: 'openai';
      readonly api: 'responses' | 'chat';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | {
      readonly kind: 'azure';
      readonly api: 'responses' | 'chat';
      readonly baseUrl: string;
      /** Undefined if Microsoft Entra ID (`entra`) authenticates the requests instead of a key. */
      readonly apiKey?: string;
      readonly entra?: EntraAccess;
    }
  | {
      readonly kind: 'anthropic' | 'google' | 'openrouter';
      readonly baseUrl: string;
      readonly apiKey: string;
    }
  | { readonly kind: 'bedrock'; readonly access: BedrockCredentials; readonly baseUrl?: string }
  | { readonly kind: 'vertex'; readonly access: VertexAccess; readonly baseUrl?: string }
  | {
      readonly kind: 'vertex-anthropic';
      readonly access: VertexProject;
      readonly baseUrl?: string;
    }
  | {
      readonly kind: 'openai-compatible';
      readonly name: string;
      readonly baseUrl: string;
      readonly apiKey?: string;
      readonly dialect?: ChatDialect;
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
  const apiKey = options.apiKey?.trim() || findFirstSetVariable(env, provider.keyVariables);
  const written = options.baseUrl?.trim() || findFirstSetVariable(env, provider.baseUrlVariables);
  switch (provider.kind) {
    case 'openai': {
      const baseUrl = written ?? provider.defaultBaseUrl ?? '';
      const itself = isOpenAiServer(baseUrl);
      const api = options.api ?? (itself ? 'responses' : 'chat');
      if (api === 'chat' && !itself) return createCompatibleConnection(provider, baseUrl, apiKey);
      return { kind: 'openai', api, baseUrl, apiKey: requireApiKey(apiKey, provider) };
    }
    case 'azure': {
      const { api = 'responses' } = options;
      const entra = apiKey === undefined ? findEntraAccess(env) : undefined;
      const access = entra ? { entra } : { apiKey: requireApiKey(apiKey, provider, ENTRA_ADVICE) };
      const baseUrl = normalizeBaseUrl(
        written ?? requireProviderBaseUrl(provider, env),
        '/openai/v1',
      );
      return { kind: 'azure', api, baseUrl, ...access };
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
    case 'vertex':
      return {
        kind: 'vertex',
        access: readVertexAccess(env, apiKey),
        ...omitUndefined({ baseUrl: written }),
      };
    case 'vertex-anthropic':
      return {
        kind: 'vertex-anthropic',
        access: readVertexProject(env, 'vertex-anthropic'),
        ...omitUndefined({ baseUrl: written }),
      };
    case 'openai-compatible': {
      // A key is not required for a base URL that the user has set, because a gateway there may need no key.
      if (provider.keyNeeded && written === undefined) requireApiKey(apiKey, provider);
      return createCompatibleConnection(
        provider,
        written ?? requireProviderBaseUrl(provider, env),
        apiKey,
      );
    }
  }
}

function requireProviderBaseUrl(provider: Provider, env: EnvironmentVariables): string {
  const { name, defaultBaseUrl, baseUrlVariables } = provider;
  if (defaultBaseUrl !== undefined) return fillBaseUrl(defaultBaseUrl, env, name, baseUrlVariables);
  const message = `${name} needs a base URL: set ${baseUrlVariables.join(' or ')}`;
  throw new ModelError('missing-setting', message);
}

function createCompatibleConnection(
  { name, dialect }: Provider,
  baseUrl: string,
  apiKey: string | undefined,
): Connection {
  return {
    kind: 'openai-compatible',
    // If the name were `openai`, the AI SDK would send options that only OpenAI accepts.
    name: name === 'openai' ? 'openai-compatible' : name,
    baseUrl: normalizeBaseUrl(baseUrl),
    ...omitUndefined({ apiKey, dialect }),
  };
}

const ENTRA_ADVICE =
  ', or AZURE_OPENAI_AD_TOKEN, or AZURE_TENANT_ID, AZURE_CLIENT_ID and AZURE_CLIENT_SECRET';

function requireApiKey(apiKey: string | undefined, provider: Provider, advice = ''): string {
  if (apiKey !== undefined) return apiKey;
  const variables = provider.keyVariables.join(' or ');
  throw new ModelError('missing-key', `${provider.name} needs a key: set ${variables}${advice}`);
}

/** Whether requests go to a gateway. Never for Bedrock, whose signatures forbid added headers. */
export function hasCustomBaseUrl(provider: Provider, connection: Connection): boolean {
  const { defaultBaseUrl = '' } = provider;
  const { kind, baseUrl } = connection;
  return (
    kind !== 'bedrock' && baseUrl !== undefined && !matchesBaseUrlTemplate(baseUrl, defaultBaseUrl)
  );
}

/** Lists the secrets of a connection, which must never be displayed. */
export function listSecrets(connection: Connection): string[] {
  switch (connection.kind) {
    case 'bedrock': {
      const { region: _region, ...secrets } = connection.access;
      return Object.values(secrets);
    }
    case 'vertex-anthropic':
      return [];
    case 'vertex':
      return 'apiKey' in connection.access ? [connection.access.apiKey] : [];
    case 'azure':
      if (connection.entra) return listEntraSecrets(connection.entra);
      return connection.apiKey ? [connection.apiKey] : [];
    default:
      return connection.apiKey ? [connection.apiKey] : [];
  }
}

/** Returns the names of the environment variables with the provider's key, for messages. */
export function getKeyHint(provider: Provider): string {
  if (provider.kind === 'bedrock') return 'the AWS keys';
  if (provider.kind === 'vertex-anthropic') return 'the Google credentials';
  return provider.kind === 'vertex'
    ? 'GOOGLE_VERTEX_API_KEY or the Google credentials'
    : provider.keyVariables.join(' or ');
}
