import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TaskLine, TaskListPage } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { withChanged } from '../tasks/task-tree.ts';

/** The turns of a conversation, the oldest first, those of other programs too; the stream keeps them new. */
export function useTurns(chatId: string, agent: string | undefined) {
  const { stream, queries } = usePageServices();
  const key = useMemo(() => ['turns', chatId] as const, [chatId]);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      read<TaskListPage>(`/tasks?context=${encodeURIComponent(chatId)}`, signal),
  });
  useEffect(
    () =>
      stream.follow({
        list: { contextId: chatId },
        heard(message) {
          if (message.kind !== 'list') return;
          const { tasks, total } = message;
          queries.setQueryData<TaskListPage>(
            key,
            (before) => before && { ...before, total, tasks: withChanged(before.tasks, tasks) },
          );
        },
      }),
    [chatId, key, queries, stream],
  );
  const turns = useMemo(() => turnsOf(query.data?.tasks ?? [], agent), [query.data, agent]);
  return { turns, error: query.error, isLoading: query.isPending };
}

function turnsOf(tasks: readonly TaskLine[], agent: string | undefined): readonly TaskLine[] {
  return tasks
    .filter((one) => agent === undefined || one.agent === agent)
    .toSorted((one, other) => one.createdAt - other.createdAt);
}
