import { costText, type EvalEstimate } from 'timestep/view';

/** A share in percent. */
export function percentText(share: number | null | undefined): string {
  return share == null ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

/** The interval of a share; empty where it is not known. */
export function withinText(estimate: EvalEstimate | null): string {
  const interval = estimate?.interval;
  return interval ? `95 %: ${percentText(interval.low)} to ${percentText(interval.high)}` : '';
}

/** A difference of two shares in points, with its sign. */
export function pointsText(difference: number): string {
  const points = (Math.abs(difference) * 100).toFixed(1);
  const sign = Number(points) === 0 ? '' : difference < 0 ? '−' : '+';
  return `${sign}${points}`;
}

/** US dollars; an unknown cost is never shown as 0. */
export function dollarsText(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : costText(costUsd);
}
