import { costText, type EvalEstimate } from '@timestep-ai/timestep/view';

/** A share in percent. */
export function percentText(share: number | null | undefined): string {
  return share == null ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

/** The interval of a share; empty where it is not known. */
export function withinText(estimate: EvalEstimate | null): string {
  const interval = estimate?.interval;
  return interval ? `95 %: ${percentText(interval.low)} to ${percentText(interval.high)}` : '';
}

const POINTS = new Intl.NumberFormat('en', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});

/** A difference of two shares in points, with its sign. */
export function pointsText(difference: number): string {
  return POINTS.format(difference * 100).replace('-', '−');
}

/** US dollars; an unknown cost is never shown as 0. */
export function dollarsText(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : costText(costUsd);
}

/** The interval of a difference of two shares; empty where it is not known. */
export function betweenText(
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return interval ? `95 %: ${pointsText(interval.low)} to ${pointsText(interval.high)}` : '';
}
