import { readChoice, type SearchParams } from '../search-params.ts';

/** Periods for which the server reports work statistics, and their names on the page. */
export const WORK_PERIODS = [
  ['day', '24 hours'],
  ['week', '7 days'],
  ['month', '30 days'],
] as const;

export type WorkPeriod = (typeof WORK_PERIODS)[number][0];

/** Reads the URL parameter `period`. */
export function parseWorkSearch(search: SearchParams) {
  const periods = WORK_PERIODS.map(([value]) => value);
  return readChoice(search, 'period', periods);
}
