import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { StreamMessage, TaskListPage } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import type { TaskFilters } from './task-search.ts';
import { mergePages, getNextOffset, applyChanges, type TaskPages } from './task-pages.ts';
import { buildTaskTree } from './task-tree.ts';

type ListMessage = Extract<StreamMessage, { readonly kind: 'list' }>;

export type TaskList = ReturnType<typeof useTaskList>;

export function useTaskList(filters: TaskFilters) {
  const { stream, queryClient } = usePageServices();
  const key = useMemo(() => ['tasks', filters] as const, [filters]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      getJson<TaskListPage>(`/tasks?${formatListQuery(filters, pageParam)}`, signal),
    getNextPageParam: (_, pages) => getNextOffset(pages),
  });
  const held = useRef<ListMessage[]>([]);
  const applyHeldChanges = useCallback(() => {
    // The response to an active page request would overwrite the changes.
    if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) return;
    for (const { tasks, total } of held.current.splice(0)) {
      queryClient.setQueryData<TaskPages>(
        key,
        (before) => before && applyChanges(before, tasks, total),
      );
    }
  }, [key, queryClient]);
  useEffect(() => {
    if (!query.isFetching) applyHeldChanges();
  }, [query.isFetching, applyHeldChanges]);
  useEffect(() => {
    const { context, ...rest } = filters;
    held.current = [];
    return stream.subscribe({
      list: { ...rest, ...(context !== undefined && { contextId: context }) },
      onMessage(message) {
        if (message.kind !== 'list') return;
        if (filters.text !== undefined)
          return void queryClient.invalidateQueries({ queryKey: key });
        held.current.push(message);
        applyHeldChanges();
      },
    });
  }, [filters, key, queryClient, stream, applyHeldChanges]);
  const lines = useMemo(() => mergePages(query.data?.pages ?? []), [query.data]);
  return {
    tree: useMemo(() => buildTaskTree(lines), [lines]),
    total: query.data?.pages.at(-1)?.total ?? 0,
    /** Number of newest tasks searched. Undefined without a search text. */
    searched: query.data?.pages[0]?.searched,
    isLoading: query.isPending,
    error: query.error,
    readMore: query.hasNextPage
      ? () => void query.fetchNextPage({ cancelRefetch: false })
      : undefined,
    retry: () => void query.refetch(),
  };
}

function formatListQuery(filters: TaskFilters, from: number): string {
  return new URLSearchParams({ ...filters, from: String(from) }).toString();
}
