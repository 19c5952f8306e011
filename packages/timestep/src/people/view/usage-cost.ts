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
