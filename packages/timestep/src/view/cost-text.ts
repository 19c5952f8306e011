/** US dollars for people, small amounts to a hundredth of a cent. */
export function costText(costUsd: number | null): string {
  if (costUsd === null) return 'a cost that is not known';
  if (costUsd === 0) return '$0';
  return costUsd < 0.01 ? `$${costUsd.toFixed(4)}` : `$${costUsd.toFixed(2)}`;
}
