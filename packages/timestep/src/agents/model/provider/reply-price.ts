import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from '@ai-sdk/provider';
import { isJsonObject } from '#core';
import type { PricedReply } from '../ai-sdk/request-reply.ts';
import { parseModelName } from './model-name.ts';
import { priceKeyToOptions } from './price-list.ts';
import type { ResolvedModel } from './resolve-model.ts';

/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Price of input tokens read from the cache. Default: `input`. */
  readonly cacheRead?: number;
  /** Price of input tokens written to the cache. Default: `input`. */
  readonly cacheWrite?: number;
}

/** Prices by model name, which override the public price list. */
export type PriceTable = { readonly [model: string]: ModelPrice };

/** Loads a function that prices replies: by the provider's charge, the table, or the list price. */
export async function loadReplyPricer(
  { provider, modelId, priceKey }: Pick<ResolvedModel, 'provider' | 'modelId' | 'priceKey'>,
  table: PriceTable = {},
): Promise<(reply: PricedReply) => number | undefined> {
  const own = Object.entries(table).find(([name]) => {
    const named = parseModelName(name);
    return named.provider.name === provider && named.modelId === modelId;
  })?.[1];
  const { calcPrice } = await import('@pydantic/genai-prices');

  function computeListPrice(usage: LanguageModelV4Usage): number | undefined {
    if (priceKey === undefined) return undefined;
    try {
      return calcPrice(toTokenCounts(usage), modelId, priceKeyToOptions(priceKey))?.total_price;
    } catch {
      // The price list fails for contradictory token counts, so the reply has no price.
      return undefined;
    }
  }

  return ({ usage, providerMetadata }) =>
    getReportedCharge(providerMetadata) ??
    (own ? computePrice(own, usage) : computeListPrice(usage));
}

function getReportedCharge(metadata: SharedV4ProviderMetadata | undefined): number | undefined {
  const usage = metadata?.['openrouter']?.['usage'];
  const cost = isJsonObject(usage) ? usage['cost'] : undefined;
  return typeof cost === 'number' ? cost : undefined;
}

function toTokenCounts({
  inputTokens,
  outputTokens,
}: LanguageModelV4Usage): Record<string, number> {
  return {
    input_tokens: inputTokens.total ?? 0,
    output_tokens: outputTokens.total ?? 0,
    cache_read_tokens: inputTokens.cacheRead ?? 0,
    cache_write_tokens: inputTokens.cacheWrite ?? 0,
  };
}

function computePrice(
  price: ModelPrice,
  { inputTokens, outputTokens }: LanguageModelV4Usage,
): number {
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const read = inputTokens.cacheRead ?? 0;
  const written = inputTokens.cacheWrite ?? 0;
  const fresh = Math.max(0, (inputTokens.total ?? 0) - read - written);
  const dollars =
    fresh * input + read * cacheRead + written * cacheWrite + (outputTokens.total ?? 0) * output;
  return dollars / 1_000_000;
}
