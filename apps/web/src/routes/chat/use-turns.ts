import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TaskSummary, TaskListPage } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { replaceChangedTasks } from '../tasks/task-tree.ts';

/**
 * The turns of a conversation, oldest first, including turns from other programs. The event stream
 * keeps them current.
 */
export function useTurns(chatId: string, agent: string | undefined) {
  const { stream, queryClient } = usePageServices();
  const key = useMemo(() => ['turns', chatId] as const, [chatId]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      getJson<TaskListPage>(`/tasks?context=${encodeURIComponent(chatId)}`, signal),
  });
  useEffect(
    () =>
      stream.subscribe({
        list: { contextId: chatId },
        onMessage(message) {
          if (message.kind !== 'list') return;
          const { tasks, total } = message;
          queryClient.setQueryData<TaskListPage>(
            key,
            (before) =>
              before && { ...before, total, tasks: replaceChangedTasks(before.tasks, tasks) },
          );
        },
      }),
    [chatId, key, queryClient, stream],
  );
  const turns = useMemo(() => selectTurns(query.data?.tasks ?? [], agent), [query.data, agent]);
  return { turns, error: query.error, isLoading: query.isPending };
}

function selectTurns(
  tasks: readonly TaskSummary[],
  agent: string | undefined,
): readonly TaskSummary[] {
  return tasks
    .filter((one) => agent === undefined || one.agent === agent)
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
