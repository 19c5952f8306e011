import { maskOf } from '../../core/index.ts';
import { ModelError } from '../model-error.ts';
import { connectionTo, keyHintOf, secretsOf, type Connection } from '../provider/connection.ts';
import { firstSet, type EnvironmentVariables } from '../provider/environment-variables.ts';
import { loadPriceList, priceBy, type LookUpModel } from '../provider/price-list.ts';
import { PROVIDERS, type Provider } from '../provider/providers.ts';
import { askForModels, type ListedConnection } from './ask-for-models.ts';
import type { ListedModel, ProviderModels } from './provider-models.ts';

/** Whom to ask for models, and for how long. */
export interface ListModelsOptions {
  /** Where keys and addresses are looked for. Default `process.env`. */
  readonly env?: EnvironmentVariables;
  /** Names of `PROVIDERS`; default all. */
  readonly providers?: readonly string[];
  /** Milliseconds for the answer of one provider; default 10 000. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  /** Milliseconds since the epoch: prices change. Default now. */
  readonly now?: number;
  readonly fetch?: typeof globalThis.fetch;
}

/** What every provider is asked with. */
interface Asking {
  readonly env: EnvironmentVariables;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly now: number;
  readonly lookUp: LookUpModel;
}

/**
 * Asks every provider that the environment has a key or an address for which models it offers, all at the
 * same time, and adds what the public price list knows. A provider that fails is an entry with a sentence.
 * Nothing is kept, and no key is in what is returned. Rejects only where `signal` aborts, with its reason.
 */
export async function listModels(options: ListModelsOptions = {}): Promise<ProviderModels[]> {
  const { env = process.env, providers, timeoutMs = 10_000, signal } = options;
  const { fetch = globalThis.fetch, now = Date.now() } = options;
  const asked = PROVIDERS.filter(({ name }) => providers?.includes(name) ?? true);
  const lookUp = await loadPriceList();
  const asking = { env, fetch, timeoutMs, signal, now, lookUp };
  return Promise.all(asked.map((provider) => modelsOf(provider, asking)));
}

async function modelsOf(provider: Provider, asking: Asking): Promise<ProviderModels> {
  const { name } = provider;
  const connection = connectionIn(provider, asking.env);
  if (connection instanceof ModelError) {
    return { provider: name, state: 'not-configured', message: connection.message };
  }
  if (connection.kind === 'bedrock') {
    const message =
      'bedrock keeps its list at another address, for signed requests only: see the Bedrock console of your region';
    return { provider: name, state: 'not-listed', message };
  }
  try {
    return { provider: name, state: 'ready', models: await ask(provider, connection, asking) };
  } catch (thrown) {
    asking.signal?.throwIfAborted();
    if (!(thrown instanceof ModelError)) throw thrown;
    const { code } = thrown;
    const message = maskOf(secretsOf(connection))(thrown.message);
    if (isWritten(provider, asking.env)) return { provider: name, state: 'failed', code, message };
    const variables = provider.baseUrlVariables.join(' or ');
    const nothing = `nothing that lists models answers at ${provider.defaultBaseUrl}: start it, or set ${variables}`;
    return { provider: name, state: 'not-configured', message: nothing };
  }
}

function connectionIn(provider: Provider, env: EnvironmentVariables): Connection | ModelError {
  try {
    return connectionTo(provider, {}, env);
  } catch (thrown) {
    if (thrown instanceof ModelError) return thrown;
    throw thrown;
  }
}

/** Whether a variable names this provider; local ones are tried at their usual address as well. */
function isWritten(provider: Provider, env: EnvironmentVariables): boolean {
  const { keyVariables, baseUrlVariables, modelVariables } = provider;
  return firstSet(env, [...keyVariables, ...baseUrlVariables, ...modelVariables]) !== undefined;
}

async function ask(
  provider: Provider,
  connection: ListedConnection,
  { fetch, timeoutMs, signal, now, lookUp }: Asking,
): Promise<ListedModel[]> {
  const { name } = provider;
  const late = AbortSignal.timeout(timeoutMs);
  const either = signal ? AbortSignal.any([signal, late]) : late;
  const keyHint = keyHintOf(provider);
  const question = { provider: name, connection, keyHint, fetch, signal: either };
  const described = await askForModels(question).catch((thrown: unknown) => {
    if (!late.aborted || thrown instanceof ModelError) throw thrown;
    const message = `${name} did not answer within ${timeoutMs / 1000} s`;
    throw new ModelError('timeout', message, { retryable: true });
  });
  const by = priceBy(provider, connection);
  // A server may repeat what it was sent.
  const mask = maskOf(secretsOf(connection));
  return described.map(({ id, ...facts }) => ({
    name: `${name}/${mask(id)}`,
    ...lookUp(by, id, now),
    ...facts,
  }));
}
