import { createMask } from '#core';
import { networkFetch } from '#protocols/http';
import { catchModelError, ModelError } from '../model-error.ts';
import { resolveConnection, getKeyHint, listSecrets } from '../provider/connection.ts';
import {
  findFirstSetVariable,
  type EnvironmentVariables,
} from '../provider/environment-variables.ts';
import { loadPriceList, getPriceKey, type LookUpModel } from '../provider/price-list.ts';
import { PROVIDERS, type Provider } from '../provider/providers.ts';
import { fetchModelList, hasModelList, type ListableConnection } from './fetch-model-list.ts';
import type { ListedModel, ProviderModels } from './provider-models.ts';

/** Which providers to query for models, and the time limit. */
export interface ListModelsOptions {
  /** Environment variables. Default: `process.env`. */
  readonly env?: EnvironmentVariables;
  /** Names of providers from `PROVIDERS`. Default: all providers. */
  readonly providers?: readonly string[];
  /** Timeout for each provider in milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Current time for prices, in milliseconds since the epoch. Default: the system's time. */
  readonly now?: number;
  readonly fetch?: typeof globalThis.fetch;
}

interface ListContext extends Required<Omit<ListModelsOptions, 'providers' | 'signal'>> {
  readonly signal: AbortSignal | undefined;
  readonly lookUpModel: LookUpModel;
}

/**
 * Lists the models of every provider with a key or a base URL, with prices. A provider that fails
 * is an entry with a message. The result contains no keys. Rejects only if `signal` aborts.
 */
export async function listModels(options: ListModelsOptions = {}): Promise<ProviderModels[]> {
  const { env = process.env, providers, timeoutMs = 10_000, signal } = options;
  const { fetch = networkFetch, now = Date.now() } = options;
  const asked = PROVIDERS.filter(({ name }) => providers?.includes(name) ?? true);
  const lookUpModel = await loadPriceList();
  const asking = { env, fetch, timeoutMs, signal, now, lookUpModel };
  return Promise.all(asked.map((provider) => listProviderModels(provider, asking)));
}

async function listProviderModels(
  provider: Provider,
  context: ListContext,
): Promise<ProviderModels> {
  const { name, modelsAt } = provider;
  const connection = catchModelError(() => resolveConnection(provider, {}, context.env));
  if (connection instanceof ModelError) {
    return { provider: name, state: 'not-configured', message: connection.message };
  }
  if (modelsAt !== undefined || !hasModelList(connection)) {
    const message = `${name} models cannot be listed here: see ${modelsAt}`;
    return { provider: name, state: 'not-listed', message };
  }
  const isNamed = isConfigured(provider, context.env);
  if (provider.sharesPort && !isNamed) {
    const message = `${name} is not asked at ${provider.defaultBaseUrl}, where other programs listen as well: set ${provider.baseUrlVariables.join(' or ')}`;
    return { provider: name, state: 'not-configured', message };
  }
  try {
    const models = await fetchListedModels(provider, connection, context);
    return { provider: name, state: 'ready', models };
  } catch (thrown) {
    context.signal?.throwIfAborted();
    if (!(thrown instanceof ModelError)) throw thrown;
    const { code } = thrown;
    const message = createMask(listSecrets(connection))(thrown.message);
    if (isNamed) return { provider: name, state: 'failed', code, message };
    const variables = provider.baseUrlVariables.join(' or ');
    const nothing = `no server with a list of models answers at ${provider.defaultBaseUrl}: start it, or set ${variables}`;
    return { provider: name, state: 'not-configured', message: nothing };
  }
}

/** Whether a provider is configured. Local providers are also tried at their default URL. */
function isConfigured(provider: Provider, env: EnvironmentVariables): boolean {
  const { keyVariables, baseUrlVariables, modelVariables } = provider;
  return (
    findFirstSetVariable(env, [...keyVariables, ...baseUrlVariables, ...modelVariables]) !==
    undefined
  );
}

async function fetchListedModels(
  provider: Provider,
  connection: ListableConnection,
  { fetch, timeoutMs, signal, now, lookUpModel }: ListContext,
): Promise<ListedModel[]> {
  const { name } = provider;
  const late = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, late]) : late;
  const keyHint = getKeyHint(provider);
  const question = { provider: name, connection, keyHint, fetch, signal: either };
  const described = await fetchModelList(question).catch((thrown: unknown) => {
    if (!late.aborted || thrown instanceof ModelError) throw thrown;
    const message = `${name} did not answer within ${timeoutMs / 1000} s`;
    throw new ModelError('timeout', message, { retryable: true });
  });
  const by = getPriceKey(provider, connection);
  // The key is masked in error messages, because a server may repeat it in its response.
  const mask = createMask(listSecrets(connection));
  return described.map(({ id, ...facts }) => ({
    name: `${name}/${mask(id)}`,
    ...lookUpModel(by, id, now),
    ...facts,
  }));
}
