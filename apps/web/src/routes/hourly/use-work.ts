import type { WorkReport } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import type { WorkPeriod } from './work-search.ts';

/** Interval in milliseconds at which the page reloads the work statistics. */
const REFRESH_MS = 30_000;

/** Loads the work statistics of a period. While another period loads, the previous one stays visible. */
export function useWork(period: WorkPeriod) {
  return useRead<WorkReport>(['work', period], `/operating/work?period=${period}`, {
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
}
