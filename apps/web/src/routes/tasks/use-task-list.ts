import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { TaskLine, TaskListPage } from 'timestep/view';
import { read } from '../../api/client.ts';
import { usePageServices } from '../../api/page-services.ts';
import type { TaskFilters } from './task-search.ts';
import { treeOf, withChanged, type TreeLine } from './task-tree.ts';

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
    getNextPageParam: (last, pages) => {
      const count = pages.reduce((sum, { tasks }) => sum + tasks.length, 0);
      return last.searched === undefined && last.tasks.length > 0 && count < last.total
        ? count
        : undefined;
    },
  });
  useEffect(() => {
    const { context, ...rest } = filters;
    return stream.follow({
      list: { ...rest, ...(context !== undefined && { contextId: context }) },
      heard(message) {
        if (message.kind !== 'list') return;
        if (filters.text !== undefined) return void queries.invalidateQueries({ queryKey: key });
        queries.setQueryData<InfiniteData<TaskListPage>>(
          key,
          (before) => before && withNews(before, message.tasks, message.total),
        );
      },
    });
  }, [filters, key, queries, stream]);
  const lines = useMemo(() => linesOf(query.data), [query.data]);
  return {
    tree: useMemo(() => treeOf(lines), [lines]),
    total: query.data?.pages.at(-1)?.total ?? 0,
    searched: query.data?.pages[0]?.searched,
    isLoading: query.isPending,
    error: query.error,
    readMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    retry: () => void query.refetch(),
  };
}

function addressOf(filters: TaskFilters, from: number): string {
  return new URLSearchParams({ ...filters, from: String(from) }).toString();
}

/** Tasks that changed while parts were read may be in two of them. */
function linesOf(data: InfiniteData<TaskListPage> | undefined): readonly TaskLine[] {
  const all = data?.pages.flatMap(({ tasks }) => tasks) ?? [];
  return [...new Map(all.map((line) => [line.id, line])).values()];
}

function withNews(
  before: InfiniteData<TaskListPage>,
  changed: readonly TaskLine[],
  total: number,
): InfiniteData<TaskListPage> {
  const ids = new Set(changed.map(({ id }) => id));
  const pages = before.pages.map((page, index) => {
    const rest = page.tasks.filter(({ id }) => !ids.has(id));
    return { ...page, total, tasks: index === 0 ? withChanged(rest, changed) : rest };
  });
  return { ...before, pages };
}
