/** Formats a cost in US dollars. Amounts below one cent have four decimals. */
export function formatCost(costUsd: number | null): string {
  if (costUsd === null) return 'cost unknown';
  if (costUsd === 0) return '$0';
  return costUsd < 0.01 ? `$${costUsd.toFixed(4)}` : `$${costUsd.toFixed(2)}`;
}
