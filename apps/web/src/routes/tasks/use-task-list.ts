import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { StreamMessage, TaskListPage } from '@timestep-ai/timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';
import type { TaskFilters } from './task-search.ts';
import { linesOf, nextPlace, withNews, type TaskPages } from './task-pages.ts';
import { treeOf, type TreeLine } from './task-tree.ts';

type ListMessage = Extract<StreamMessage, { readonly kind: 'list' }>;

/** The list of tasks, read in parts and kept new by the stream. */
export interface TaskList {
  readonly tree: readonly TreeLine[];
  readonly total: number;
  /** How many of the newest tasks a text was looked for in. */
  readonly searched: number | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly readMore: (() => void) | undefined;
  readonly retry: () => void;
}

export function useTaskList(filters: TaskFilters): TaskList {
  const { stream, queries } = usePageServices();
  const key = useMemo(() => ['tasks', filters] as const, [filters]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      read<TaskListPage>(`/tasks?${addressOf(filters, pageParam)}`, signal),
    getNextPageParam: (_, pages) => nextPlace(pages),
  });
  const held = useRef<ListMessage[]>([]);
  const takeNews = useCallback(() => {
    // A part that is being read would replace what is changed meanwhile.
    if (queries.isFetching({ queryKey: key, exact: true }) > 0) return;
    for (const { tasks, total } of held.current.splice(0)) {
      queries.setQueryData<TaskPages>(key, (before) => before && withNews(before, tasks, total));
    }
  }, [key, queries]);
  useEffect(() => {
    if (!query.isFetching) takeNews();
  }, [query.isFetching, takeNews]);
  useEffect(() => {
    const { context, ...rest } = filters;
    held.current = [];
    return stream.follow({
      list: { ...rest, ...(context !== undefined && { contextId: context }) },
      heard(message) {
        if (message.kind !== 'list') return;
        if (filters.text !== undefined) return void queries.invalidateQueries({ queryKey: key });
        held.current.push(message);
        takeNews();
      },
    });
  }, [filters, key, queries, stream, takeNews]);
  const lines = useMemo(() => linesOf(query.data?.pages ?? []), [query.data]);
  return {
    tree: useMemo(() => treeOf(lines), [lines]),
    total: query.data?.pages.at(-1)?.total ?? 0,
    searched: query.data?.pages[0]?.searched,
    isLoading: query.isPending,
    error: query.error,
    readMore: query.hasNextPage
      ? () => void query.fetchNextPage({ cancelRefetch: false })
      : undefined,
    retry: () => void query.refetch(),
  };
}

function addressOf(filters: TaskFilters, from: number): string {
  return new URLSearchParams({ ...filters, from: String(from) }).toString();
}
