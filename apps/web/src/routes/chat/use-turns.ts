import { useMemo } from 'react';
import type { TaskSummary } from '@timestep-ai/timestep/view';
import { usePageServices } from '../../api/page-services.ts';
import { addTaskToPages, type TaskPages } from '../tasks/task-pages.ts';
import { useTaskList } from '../tasks/use-task-list.ts';

/** Reads the turns of a conversation, whichever program or protocol they were sent with, oldest first. */
export function useTurns(chatId: string, agent: string | undefined) {
  const filters = useMemo(() => ({ context: chatId }), [chatId]);
  const { tree, error, isLoading } = useTaskList(filters);
  const turns = useMemo(
    () =>
      tree
        .map(({ line }) => line)
        .filter((one) => agent === undefined || one.agent === agent)
        .toSorted((one, other) => one.createdAt - other.createdAt),
    [tree, agent],
  );
  const { queryClient } = usePageServices();
  /** Shows a turn at once, which the stream reports later. */
  const addTurn = (turn: TaskSummary): void => {
    queryClient.setQueryData(['tasks', filters], (pages?: TaskPages) => {
      return pages && addTaskToPages(pages, turn);
    });
  };
  return { turns, error, isLoading, addTurn };
}
