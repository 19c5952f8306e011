import type { WorkReport } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import type { WorkPeriod } from './work-search.ts';

/** Milliseconds after which the kept work is read again. */
const REFRESH_MS = 30_000;

/** Reads the kept work of a period. The data of another period is shown until it has been read. */
export function useWork(period: WorkPeriod) {
  return useRead<WorkReport>(['work', period], `/operating/work?period=${period}`, {
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
}
