import { getStartOfPeriod, type TaskFilters } from '../task-search.ts';

/** The time of the last change that a list shows: from `since` on, and before `until`, in milliseconds since the epoch. */
export function getChangePeriod(
  { days, since, until }: Pick<TaskFilters, 'days' | 'since' | 'until'>,
  now: number,
): { readonly since?: number; readonly until?: number } {
  const start = days === undefined ? parseDay(since, 0) : getStartOfPeriod(Number(days), now);
  const end = parseDay(until, 1);
  return {
    ...(start !== undefined && { since: start }),
    ...(end !== undefined && { until: end }),
  };
}

/** Returns the start of a day such as `2026-11-20` in local time, or of the day `later` days after it. */
function parseDay(text: string | undefined, later: number): number | undefined {
  if (text === undefined) return undefined;
  const [year = 0, month = 1, day = 1] = text.split('-').map(Number);
  return new Date(year, month - 1, day + later).getTime();
}
