import { formatCost, formatPercentagePoints, type EvalEstimate } from '@timestep-ai/timestep/view';

export {
  formatElapsed as formatDuration,
  formatPercentagePoints,
} from '@timestep-ai/timestep/view';

/** One formatter is shared, because creating a formatter is slow. */
const TIMESTAMP_FORMAT = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'short',
  timeStyle: 'medium',
});

export function formatTimestamp(at: number): string {
  return TIMESTAMP_FORMAT.format(at);
}

const TIME_FORMAT = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const DAY_FORMAT = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

const YEAR_FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/**
 * Formats a time in few characters: without the date if it is on the day of `now`, and with the
 * year instead of the time if it is in another year.
 */
export function formatMoment(at: number, now: number): string {
  const [day, today] = [new Date(at), new Date(now)];
  if (day.toDateString() === today.toDateString()) return TIME_FORMAT.format(at);
  return (day.getFullYear() === today.getFullYear() ? DAY_FORMAT : YEAR_FORMAT).format(at);
}

/** Formats how much time has passed, in its largest unit. */
export function formatAge(ms: number): string {
  if (ms < 60_000) return 'now';
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min`;
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h`;
  return `${Math.floor(ms / 86_400_000)} d`;
}

export function formatPercent(share: number | null | undefined): string {
  return share == null ? 'unknown' : `${(share * 100).toFixed(1)} %`;
}

/** Formats a confidence interval; empty if the interval is unknown. */
export function formatInterval(estimate: EvalEstimate | null): string {
  const interval = estimate?.interval;
  return interval ? `95 %: ${formatPercent(interval.low)} to ${formatPercent(interval.high)}` : '';
}

const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** Formats a number in few characters, such as `1.2M`. */
export function formatCount(count: number): string {
  return count < 10_000 ? count.toLocaleString('en') : SHORT.format(count);
}

export function formatDollars(costUsd: number | null): string {
  return costUsd === null ? 'unknown' : formatCost(costUsd);
}

export function formatDifferenceInterval(
  interval: { readonly low: number; readonly high: number } | null,
): string {
  return interval
    ? `95 %: ${formatPercentagePoints(interval.low)} to ${formatPercentagePoints(interval.high)}`
    : '';
}
