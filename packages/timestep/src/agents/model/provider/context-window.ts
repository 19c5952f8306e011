import { ModelError } from '../model-error.ts';
import { resolveConnection } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { parseModelName } from './model-name.ts';
import { loadPriceList, getPriceKey, type PriceKey } from './price-list.ts';
import type { Provider } from './providers.ts';

/**
 * Looks up the context window in tokens in the price list, without a request or a key. Undefined
 * for an unknown model. A base URL in `env` tells whether the model is the provider's own.
 */
export async function lookUpContextWindow(
  model: string,
  env: EnvironmentVariables = process.env,
): Promise<number | undefined> {
  const named = tryParseModelName(model);
  if (named === undefined) return undefined;
  const lookUp = await loadPriceList();
  return lookUp(tryGetPriceKey(named.provider, env), named.modelId, Date.now()).contextWindow;
}

const USUAL_WINDOW = 128_000;

const BUILTIN = 'builtin:';

/** Returns a model's context window in tokens: 128,000 if unknown, infinity for built-in agents. */
export async function getContextWindowOrDefault(
  model: string | undefined,
  env?: EnvironmentVariables,
): Promise<number> {
  if (model === undefined) return USUAL_WINDOW;
  if (model.startsWith(BUILTIN)) return Number.POSITIVE_INFINITY;
  return (await lookUpContextWindow(model, env)) ?? USUAL_WINDOW;
}

function tryParseModelName(model: string): ReturnType<typeof parseModelName> | undefined {
  try {
    return parseModelName(model);
  } catch (thrown) {
    if (thrown instanceof ModelError) return undefined;
    throw thrown;
  }
}

function tryGetPriceKey(provider: Provider, env: EnvironmentVariables): PriceKey | undefined {
  try {
    return getPriceKey(provider, resolveConnection(provider, {}, env));
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return provider.priceList === undefined ? undefined : { provider: provider.priceList };
  }
}
