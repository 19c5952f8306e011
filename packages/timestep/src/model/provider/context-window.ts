import { ModelError } from '../model-error.ts';
import { connectionTo } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { parseModelName } from './model-name.ts';
import { loadPriceList, priceBy, type PriceBy } from './price-list.ts';
import type { Provider } from './providers.ts';

/**
 * The context window of a model in tokens, as the public price list says; `undefined` where it does not
 * know the model. No provider is asked, and no key is needed: a base URL in `env` (default `process.env`)
 * tells only whether the model is the provider's own.
 */
export async function contextWindowOf(
  model: string,
  env: EnvironmentVariables = process.env,
): Promise<number | undefined> {
  const named = nameIn(model);
  if (named === undefined) return undefined;
  const lookUp = await loadPriceList();
  return lookUp(byOf(named.provider, env), named.modelId, Date.now()).contextWindow;
}

/** Tokens of a model whose context window is not known. */
const USUAL_WINDOW = 128_000;

/** Answers by rules: no model reads the transcript. */
const BUILTIN = 'builtin:';

/**
 * The context window that texts are chosen, deferred and summed up for, in tokens: that of the model, 128,000
 * where it is not known, endless for built-in agents.
 */
export async function contextWindowOrDefault(
  model: string | undefined,
  env?: EnvironmentVariables,
): Promise<number> {
  if (model === undefined) return USUAL_WINDOW;
  if (model.startsWith(BUILTIN)) return Number.POSITIVE_INFINITY;
  return (await contextWindowOf(model, env)) ?? USUAL_WINDOW;
}

function nameIn(model: string): ReturnType<typeof parseModelName> | undefined {
  try {
    return parseModelName(model);
  } catch (thrown) {
    if (thrown instanceof ModelError) return undefined;
    throw thrown;
  }
}

function byOf(provider: Provider, env: EnvironmentVariables): PriceBy | undefined {
  try {
    return priceBy(provider, connectionTo(provider, {}, env));
  } catch (thrown) {
    if (!(thrown instanceof ModelError)) throw thrown;
    return provider.priceList === undefined ? undefined : { provider: provider.priceList };
  }
}
