import { useMemo } from 'react';
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
  return { turns, error, isLoading };
}
