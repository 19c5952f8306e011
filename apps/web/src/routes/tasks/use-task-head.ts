import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TaskHead } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';

/** The head of a busy task is read so often, and not with each of its events. */
const HEAD_EVERY_MS = 1000;
/** The head of a task that was left is kept so long: a page that is open for days passes many. */
const HEAD_KEPT_MS = 60_000;

/** The head is read again when events came, at most once at a time. */
export function useTaskHead(taskId: string, generation: number) {
  const query = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => read<TaskHead>(`/tasks/${encodeURIComponent(taskId)}`, signal),
    gcTime: HEAD_KEPT_MS,
  });
  const { data, refetch, isFetching, dataUpdatedAt } = query;
  const isOld = data !== undefined && data.generation < generation;
  useEffect(() => {
    if (!isOld || isFetching) return undefined;
    const pause = Math.max(0, dataUpdatedAt + HEAD_EVERY_MS - Date.now());
    const timer = setTimeout(() => void refetch(), pause);
    return () => clearTimeout(timer);
  }, [isOld, isFetching, dataUpdatedAt, refetch]);
  return { data, error: query.error, retry: () => void refetch() };
}
