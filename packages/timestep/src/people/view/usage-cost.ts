import { addUsage, type AssistantMessage, type Usage } from '#core';

interface UsageTotal {
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/** Adds the usage of a reply. A reply without a price makes the total cost unknown. */
export function addSpending(
  { usage, costUsd }: UsageTotal,
  { usage: added, cost_usd: cost }: Pick<AssistantMessage, 'usage' | 'cost_usd'>,
): UsageTotal {
  return {
    usage: added ? addUsage(usage, added) : usage,
    costUsd: costUsd === null || cost === undefined ? null : costUsd + cost,
  };
}

/** Formats a cost in US dollars. Amounts below one cent have four decimals. */
export function formatCost(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown';
  if (costUsd === 0) return '$0';
  return costUsd < 0.01 ? `$${costUsd.toFixed(4)}` : `$${costUsd.toFixed(2)}`;
}

/** Describes the input tokens that models read from a cache and wrote to it; empty without any. */
export function describeCachedTokens({ prompt_tokens_details: details = {} }: Usage): string {
  const { cached_tokens: read = 0, cache_write_tokens: written = 0 } = details;
  const parts = [
    ...(read > 0 ? [`${read.toLocaleString('en')} read from a cache`] : []),
    ...(written > 0 ? [`${written.toLocaleString('en')} written to a cache`] : []),
  ];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}
