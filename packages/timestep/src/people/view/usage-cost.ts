import type { Usage } from '#core';

interface UsageTotal {
  readonly usage: Usage;
  readonly costUsd: number | null;
}

/** Adds the usage of a reply. A reply without a price makes the total cost unknown. */
export function addUsage(
  spent: UsageTotal,
  reply: { readonly usage: Usage | undefined; readonly costUsd: number | undefined },
): UsageTotal {
  const { usage, costUsd } = reply;
  return {
    usage: {
      prompt_tokens: spent.usage.prompt_tokens + (usage?.prompt_tokens ?? 0),
      completion_tokens: spent.usage.completion_tokens + (usage?.completion_tokens ?? 0),
      total_tokens: spent.usage.total_tokens + (usage?.total_tokens ?? 0),
    },
    costUsd: spent.costUsd === null || costUsd === undefined ? null : spent.costUsd + costUsd,
  };
}

/** Formats a cost in US dollars. Amounts below one cent have four decimals. */
export function formatCost(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown';
  if (costUsd === 0) return '$0';
  return costUsd < 0.01 ? `$${costUsd.toFixed(4)}` : `$${costUsd.toFixed(2)}`;
}
