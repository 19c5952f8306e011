import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type { PricedReply } from '../ai-sdk/language-model-agent.ts';
import { parseModelName } from './model-name.ts';
import { lookUpBy } from './price-list.ts';
import type { ResolvedModel } from './resolve-model.ts';

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Default: as `input`. */
  readonly cacheRead?: number;
  /** Default: as `input`. */
  readonly cacheWrite?: number;
}

/** Prices that override the public list, by the model names that `createAgent` takes. */
export type PriceTable = { readonly [model: string]: ModelPrice };

/**
 * Loads the price list and returns the price of a reply: the charge that the provider reports, the
 * table's price, or the list's; `undefined` where none of these has a price, which is not the same
 * as free.
 */
export async function loadPrices(
  { provider, modelId, priceBy }: Pick<ResolvedModel, 'provider' | 'modelId' | 'priceBy'>,
  table: PriceTable = {},
): Promise<(reply: PricedReply) => number | undefined> {
  const own = Object.entries(table).find(([name]) => {
    const named = parseModelName(name);
    return named.provider.name === provider && named.modelId === modelId;
  })?.[1];
  const { calcPrice } = await import('@pydantic/genai-prices');

  function listed(usage: LanguageModelV4Usage): number | undefined {
    if (priceBy === undefined) return undefined;
    try {
      return calcPrice(countsOf(usage), modelId, lookUpBy(priceBy))?.total_price;
    } catch {
      // Counts that contradict each other have no price.
      return undefined;
    }
  }

  return ({ usage, providerMetadata }) =>
    charged(providerMetadata) ?? (own ? priceFrom(own, usage) : listed(usage));
}

/** OpenRouter reports what a reply has cost. */
function charged(metadata: SharedV4ProviderMetadata | undefined): number | undefined {
  const usage = metadata?.['openrouter']?.['usage'];
  const cost =
    typeof usage === 'object' && usage !== null && 'cost' in usage ? usage['cost'] : null;
  return typeof cost === 'number' ? cost : undefined;
}

function countsOf({ inputTokens, outputTokens }: LanguageModelV4Usage): Record<string, number> {
  return {
    input_tokens: inputTokens.total ?? 0,
    output_tokens: outputTokens.total ?? 0,
    cache_read_tokens: inputTokens.cacheRead ?? 0,
    cache_write_tokens: inputTokens.cacheWrite ?? 0,
  };
}

function priceFrom(price: ModelPrice, { inputTokens, outputTokens }: LanguageModelV4Usage): number {
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const read = inputTokens.cacheRead ?? 0;
  const written = inputTokens.cacheWrite ?? 0;
  const fresh = Math.max(0, (inputTokens.total ?? 0) - read - written);
  const dollars =
    fresh * input + read * cacheRead + written * cacheWrite + (outputTokens.total ?? 0) * output;
  return dollars / 1_000_000;
}
