import { catchModelError, ModelError } from '../model-error.ts';
import { resolveConnection } from './connection.ts';
import type { EnvironmentVariables } from './environment-variables.ts';
import { parseModelName } from './model-name.ts';
import { loadPriceList, getPriceKey } from './price-list.ts';

/**
 * Looks up a model's context window in tokens in the price list, without a request. Undefined for
 * an unknown model. A base URL in `env` shows whether the provider itself serves the model.
 */
export async function lookUpContextWindow(
  model: string,
  env: EnvironmentVariables = process.env,
): Promise<number | undefined> {
  const named = catchModelError(() => parseModelName(model));
  if (named instanceof ModelError) return undefined;
  const { provider, modelId } = named;
  const connection = catchModelError(() => resolveConnection(provider, {}, env));
  const isUnknown = connection instanceof ModelError;
  const priceKey = getPriceKey(provider, isUnknown ? undefined : connection);
  return (await loadPriceList())(priceKey, modelId, Date.now()).contextWindow;
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
