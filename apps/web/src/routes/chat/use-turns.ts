import { useEffect, useMemo } from 'react';
import type { TaskListPage } from '@timestep-ai/timestep/view';
import { usePageServices } from '../../api/page-services.ts';
import { replaceChangedTasks } from '../tasks/task-tree.ts';
import { useRead } from '../../api/queries.ts';

/** Reads the turns of a conversation from all programs, oldest first. */
export function useTurns(chatId: string, agent: string | undefined) {
  const { stream, queryClient } = usePageServices();
  const key = useMemo(() => ['turns', chatId] as const, [chatId]);
  const query = useRead<TaskListPage>(key, `/tasks?context=${encodeURIComponent(chatId)}`);
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
  const turns = useMemo(
    () =>
      (query.data?.tasks ?? [])
        .filter((one) => agent === undefined || one.agent === agent)
        .toSorted((one, other) => one.createdAt - other.createdAt),
    [query.data, agent],
  );
  return { turns, error: query.error, isLoading: query.isPending };
}
