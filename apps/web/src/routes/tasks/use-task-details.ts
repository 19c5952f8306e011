import { useEffect } from 'react';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { useRead } from '../../api/queries.ts';

export function getTaskApiPath(taskId: string, rest = ''): string {
  return `/tasks/${encodeURIComponent(taskId)}${rest}`;
}

/** Minimum milliseconds between two reads of task details, because a busy task has many events. */
const READ_INTERVAL_MS = 1000;
/** Milliseconds that task details stay cached, because a page may be open for days. */
const CACHE_MS = 60_000;

/** Reads the details of a task, again after new events. */
export function useTaskDetails(taskId: string, generation: number) {
  const query = useRead<TaskDetails>(['task', taskId], getTaskApiPath(taskId), {
    gcTime: CACHE_MS,
  });
  const { data, refetch, isFetching, dataUpdatedAt } = query;
  const isOld = data !== undefined && data.generation < generation;
  useEffect(() => {
    if (!isOld || isFetching) return undefined;
    const pause = Math.max(0, dataUpdatedAt + READ_INTERVAL_MS - Date.now());
    const timer = setTimeout(() => void refetch(), pause);
    return () => clearTimeout(timer);
  }, [isOld, isFetching, dataUpdatedAt, refetch]);
  return { data, error: query.error, retry: () => void refetch() };
}
