import type { Estimate, Interval } from '../statistics/intervals.ts';

const UNKNOWN = 'unknown';

export function percentText(share: number | null | undefined): string {
  return share == null ? UNKNOWN : `${(share * 100).toFixed(1)} %`;
}

/** A difference of two shares, with its sign. */
export function differenceText(difference: number): string {
  const points = (Math.abs(difference) * 100).toFixed(1);
  const sign = Number(points) === 0 ? '' : difference < 0 ? '−' : '+';
  return `${sign}${points}`;
}

/** The 95 % interval of a share; empty where it is not known. */
export function withinText(estimate: Estimate | null): string {
  const interval = estimate?.interval;
  return interval ? `95 %: ${percentText(interval.low)} to ${percentText(interval.high)}` : '';
}

/** The 95 % interval of a difference; empty where it is not known. */
export function betweenText(interval: Interval | null): string {
  if (!interval) return '';
  return `95 %: ${differenceText(interval.low)} to ${differenceText(interval.high)}`;
}

/** US dollars. An unknown cost is never shown as 0. */
export function costText(dollars: number | null): string {
  if (dollars === null) return UNKNOWN;
  if (dollars === 0 || dollars >= 1) return `$${dollars.toFixed(2)}`;
  return dollars < 0.0001 ? `$${dollars.toExponential(1)}` : `$${dollars.toFixed(4)}`;
}

export function scoreText(score: number | null): string {
  return score === null ? '–' : score.toFixed(2);
}

export function secondsText(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function countText(count: number): string {
  return count.toLocaleString('en');
}
