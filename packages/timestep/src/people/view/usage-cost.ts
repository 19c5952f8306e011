import { addUsage, type AssistantMessage, type Spending, type Usage } from '#core';

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

/** Adds what a called agent reports to have spent. A later report about its task replaces an earlier one. */
export function addCalled<T extends { readonly called: Readonly<Record<string, Spending>> }>(
  view: T,
  report: { readonly task_id: string; readonly spent?: Spending } | undefined,
): T {
  if (!report?.spent) return view;
  return { ...view, called: { ...view.called, [report.task_id]: report.spent } };
}

/** Sums up the tokens and the known cost of called agents. */
export function sumSpendingOfCalledAgents(called: Readonly<Record<string, Spending>>): {
  readonly tokens: number;
  readonly costUsd: number;
} {
  const all = Object.values(called);
  return {
    tokens: all.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: all.reduce((sum, { cost_usd: cost }) => sum + cost, 0),
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
