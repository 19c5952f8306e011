import type { ModelPrice, PriceOptions } from '@pydantic/genai-prices';
import { omitUndefined } from '#core';
import type { ListedModel } from '../listing/provider-models.ts';
import type { Connection } from './connection.ts';
import type { Provider } from './providers.ts';

/** Key of a model in the public price list: a provider id or the URL of a server. */
export type PriceKey = { readonly provider: string } | { readonly url: string };

export type ModelFacts = Omit<ListedModel, 'name'>;

/** Returns the price list key of a provider; undefined if its models have no list price. */
export function getPriceKey(
  provider: Provider,
  connection: Connection | undefined,
): PriceKey | undefined {
  if (connection?.kind === 'openai-compatible') return { url: connection.baseUrl };
  return provider.priceList === undefined ? undefined : { provider: provider.priceList };
}

export function priceKeyToOptions(key: PriceKey): PriceOptions {
  return 'provider' in key ? { providerId: key.provider } : { providerApiUrl: key.url };
}

/** Context windows that the price list lacks (https://ai.google.dev/gemini-api/docs/models). */
const WINDOWS: Readonly<Record<string, number>> = {
  'google/gemini-2.5-pro': 1_048_576,
  'google/gemini-3-pro-preview': 1_048_576,
  'google/gemini-3.1-pro-preview': 1_048_576,
};

/** Looks up a model in the price list. `now` is in milliseconds since the epoch. */
export type LookUpModel = (key: PriceKey | undefined, modelId: string, now: number) => ModelFacts;

/** Loads the public price list of models, which takes about 1 MB of memory. */
export async function loadPriceList(): Promise<LookUpModel> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  return (key, modelId, now) => {
    if (key === undefined) return {};
    const found = calcPrice({}, modelId, { ...priceKeyToOptions(key), timestamp: new Date(now) });
    if (found === null) return {};
    const { model, provider, model_price: prices } = found;
    return omitUndefined({
      inputPrice: getBasePrice(prices['input_mtok']),
      outputPrice: getBasePrice(prices['output_mtok']),
      contextWindow: model.context_window ?? WINDOWS[`${provider.id}/${model.id}`],
    });
  };
}

function getBasePrice(price: ModelPrice[string]): number | undefined {
  return typeof price === 'object' ? price.base : price;
}
