import type { TaskOverview } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';
import { getStartOfDays } from './task-search.ts';

/** Milliseconds after which the overview is read again. */
const OVERVIEW_MS = 5000;

/** Loads the counts of running, waiting and failed tasks of today. */
export function useOverview() {
  const since = getStartOfDays(1, Date.now());
  return useRead<TaskOverview>(['overview', since], `/overview?since=${since}`, {
    refetchInterval: OVERVIEW_MS,
  });
}
