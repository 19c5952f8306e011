import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { TaskHead } from 'timestep/view';
import { read } from '../../api/client.ts';

/** The head is read again when events came, at most once at a time. */
export function useTaskHead(taskId: string, generation: number) {
  const query = useQuery({
    queryKey: ['task', taskId],
    queryFn: ({ signal }) => read<TaskHead>(`/tasks/${encodeURIComponent(taskId)}`, signal),
  });
  const { data, refetch, isFetching } = query;
  const isOld = data !== undefined && data.generation < generation;
  useEffect(() => {
    if (isOld && !isFetching) void refetch();
  }, [isOld, isFetching, refetch]);
  return { data, error: query.error, retry: () => void refetch() };
}
