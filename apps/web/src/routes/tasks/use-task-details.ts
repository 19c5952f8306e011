import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TaskDetails } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';

/**
 * Minimum interval in milliseconds between reads of a task's details, because a busy task has many
 * events.
 */
const READ_INTERVAL_MS = 1000;
/**
 * Milliseconds for which the details of a closed task are cached. Limited because a page that is
 * open for days visits many tasks.
 */
const CACHE_MS = 60_000;

/** Reads the details of a task, again after new events. At most one request is active. */
export function useTaskDetails(taskId: string, generation: number) {
  const query = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => getJson<TaskDetails>(`/tasks/${encodeURIComponent(taskId)}`, signal),
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
