import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ConversationTurnPage, TaskSummary } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { addTaskToPages, type TaskPages } from '../tasks/task-pages.ts';
import { useTaskList } from '../tasks/use-task-list.ts';
import { mergeTurns } from './merge-turns.ts';

/**
 * Reads the turns of a conversation, whichever program or protocol they were sent with, oldest first. The
 * newest are loaded with what they show in one request; the stream reports new and changed turns.
 */
export function useTurns(chatId: string, agent: string | undefined) {
  const filters = useMemo(() => ({ context: chatId }), [chatId]);
  const { lines, error: listError } = useTurnLines(filters, agent);
  const loaded = useInfiniteQuery({
    queryKey: ['turns', chatId, agent],
    initialPageParam: 0,
    queryFn({ pageParam, signal }) {
      const query = new URLSearchParams({
        from: String(pageParam),
        ...(agent !== undefined && { agent }),
      });
      const path = `/chats/${encodeURIComponent(chatId)}/turns?${query.toString()}`;
      return getJson<ConversationTurnPage>(path, signal);
    },
    getNextPageParam: ({ before }, pages) =>
      before === undefined ? undefined : pages.reduce((sum, { read }) => sum + read, 0),
  });
  const { data, isError } = loaded;
  const turns = useMemo(
    // If the request fails, each turn reads its own log.
    () => mergeTurns(data?.pages ?? (isError ? [] : undefined), lines),
    [data, isError, lines],
  );
  const { queryClient } = usePageServices();
  /** Shows a turn at once, which the stream reports later. */
  const addTurn = (turn: TaskSummary): void => {
    queryClient.setQueryData(['tasks', filters], (pages?: TaskPages) => {
      return pages && addTaskToPages(pages, turn);
    });
  };
  return {
    turns,
    /** Id of the turn before the oldest loaded one; undefined if none is older. */
    before: loaded.data?.pages.at(-1)?.before,
    readEarlier: loaded.hasNextPage ? () => void loaded.fetchNextPage() : undefined,
    error: loaded.error ?? listError,
    isLoading: loaded.isPending,
    addTurn,
  };
}

/** Reads the newest turns without what they show, and again after every change. */
function useTurnLines(filters: { readonly context: string }, agent: string | undefined) {
  const { tree, error } = useTaskList(filters);
  const lines = useMemo(
    () => tree.map(({ line }) => line).filter((one) => agent === undefined || one.agent === agent),
    [tree, agent],
  );
  return { lines, error };
}
