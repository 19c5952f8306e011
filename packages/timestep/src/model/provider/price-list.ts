import type { ModelPrice, PriceOptions } from '@pydantic/genai-prices';
import type { Connection } from './connection.ts';
import type { Provider } from './providers.ts';

/** What a model is looked up by in the public price list. */
export type PriceBy = { readonly provider: string } | { readonly url: string };

/** What is known of a model; prices are US dollars for a million tokens. */
export interface ModelFacts {
  readonly inputPrice?: number;
  readonly outputPrice?: number;
  /** Tokens. */
  readonly contextWindow?: number;
}

/** Absent where the models of a provider have no list price. */
export function priceBy(provider: Provider, connection: Connection): PriceBy | undefined {
  // The price of a compatible server's model is found by the server's address, not by its name.
  if (connection.kind === 'openai-compatible') return { url: connection.baseUrl };
  return provider.priceList === undefined ? undefined : { provider: provider.priceList };
}

/** The same, as the price list has it. */
export function lookUpBy(by: PriceBy): PriceOptions {
  return 'provider' in by ? { providerId: by.provider } : { providerApiUrl: by.url };
}

/**
 * Windows that the price list leaves out, by the names of the list's providers. Source:
 * https://ai.google.dev/gemini-api/docs/models.
 */
const WINDOWS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  google: {
    'gemini-2.5-pro': 1_048_576,
    'gemini-3-pro-preview': 1_048_576,
    'gemini-3.1-pro-preview': 1_048_576,
  },
};

/** Looks a model up as of a time, in milliseconds since the epoch. */
export type LookUpModel = (by: PriceBy | undefined, modelId: string, now: number) => ModelFacts;

/** Loads the public price list, about 1 MB. */
export async function loadPriceList(): Promise<LookUpModel> {
  const { calcPrice } = await import('@pydantic/genai-prices');
  return (by, modelId, now) => {
    if (by === undefined) return {};
    const found = calcPrice({}, modelId, { ...lookUpBy(by), timestamp: new Date(now) });
    if (found === null) return {};
    const { model, provider, model_price: prices } = found;
    const inputPrice = basePrice(prices['input_mtok']);
    const outputPrice = basePrice(prices['output_mtok']);
    const contextWindow = model.context_window ?? WINDOWS[provider.id]?.[model.id];
    return {
      ...(inputPrice !== undefined && { inputPrice }),
      ...(outputPrice !== undefined && { outputPrice }),
      ...(contextWindow !== undefined && { contextWindow }),
    };
  };
}

/** A price that grows with the length of the prompt is that of a short one. */
function basePrice(price: ModelPrice[string]): number | undefined {
  return typeof price === 'object' ? price.base : price;
}
