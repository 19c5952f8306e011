import { formatCost, type EvalEstimate } from '@timestep-ai/timestep/view';

/** Formats a share from 0 to 1 as a percentage. */
export function formatPercent(share: number | null | undefined): string {
  return share == null ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

/** Formats the 95 % confidence interval of a share. Empty if the interval is unknown. */
export function formatInterval(estimate: EvalEstimate | null): string {
  const interval = estimate?.interval;
  return interval ? `95 %: ${formatPercent(interval.low)} to ${formatPercent(interval.high)}` : '';
}

const POINTS = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** Formats a difference of two shares in percentage points, with its sign. */
export function formatPoints(difference: number): string {
  return POINTS.format(difference * 100).replace('-', '−');
}

/** Formats a cost in US dollars. An unknown cost is "unknown", never 0. */
export function formatDollars(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : formatCost(costUsd);
}

/**
 * Formats the 95 % confidence interval of a difference of two shares. Empty if the interval is
 * unknown.
 */
export function formatDifferenceInterval(
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return interval ? `95 %: ${formatPoints(interval.low)} to ${formatPoints(interval.high)}` : '';
}
