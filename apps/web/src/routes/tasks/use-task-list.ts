import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { StreamMessage, TaskListPage } from '@timestep-ai/timestep/view';
import { getJson } from '../../api/api-client.ts';
import { usePageServices } from '../../api/page-services.ts';
import { getChangePeriod } from './filters/change-period.ts';
import type { TaskFilters } from './task-search.ts';
import { mergePages, getNextOffset, updateTasksInPages, type TaskPages } from './task-pages.ts';
import { arrangeTasks, showsRunsOnly } from './arrange-tasks.ts';

export type TaskList = ReturnType<typeof useTaskList>;

export function useTaskList(filters: TaskFilters) {
  const { stream, queryClient } = usePageServices();
  const key = useMemo(() => ['tasks', filters] as const, [filters]);
  const query = useInfiniteQuery({
    queryKey: key,
    initialPageParam: 0,
    queryFn({ pageParam, signal }) {
      const { days: _days, since: _since, until: _until, asked: _asked, ...wanted } = filters;
      const parameters = new URLSearchParams({ ...wanted, from: String(pageParam) });
      if (showsRunsOnly(filters)) parameters.set('isAsked', 'false');
      for (const [name, time] of Object.entries(getChangePeriod(filters, Date.now())))
        parameters.set(name, String(time));
      return getJson<TaskListPage>(`/tasks?${parameters.toString()}`, signal);
    },
    getNextPageParam: (_, pages) => getNextOffset(pages),
  });
  const pending = useRef<Extract<StreamMessage, { readonly kind: 'list' }>[]>([]);
  const applyPendingChanges = useCallback(() => {
    // Changes wait, because the response to an active request would overwrite them.
    if (queryClient.isFetching({ queryKey: key, exact: true }) > 0) return;
    for (const { tasks, total } of pending.current.splice(0)) {
      const change = (pages?: TaskPages) => pages && updateTasksInPages(pages, tasks, total);
      queryClient.setQueryData(key, change);
    }
  }, [key, queryClient]);
  useEffect(() => {
    if (!query.isFetching) applyPendingChanges();
  }, [query.isFetching, applyPendingChanges]);
  useEffect(() => {
    const { context, days, since, until, sort, asked: _asked, ...rest } = filters;
    const isPart = [rest.text, days, since, until, sort].some((one) => one !== undefined);
    pending.current = [];
    return stream.subscribe({
      list: {
        ...rest,
        ...(context !== undefined && { contextId: context }),
        ...(showsRunsOnly(filters) && { isAsked: false }),
      },
      onMessage(message) {
        if (message.kind !== 'list') return;
        if (isPart) return void queryClient.invalidateQueries({ queryKey: key });
        pending.current.push(message);
        applyPendingChanges();
      },
    });
  }, [filters, key, queryClient, stream, applyPendingChanges]);
  const fetchNextPage = () => void query.fetchNextPage({ cancelRefetch: false });
  return {
    tree: useMemo(
      () => arrangeTasks(mergePages(query.data?.pages ?? []), filters),
      [query.data, filters],
    ),
    total: query.data?.pages.at(-1)?.total ?? 0,
    /** Number of newest tasks that were searched or sorted; undefined if all tasks were. */
    searched: query.data?.pages[0]?.searched,
    isLoading: query.isPending,
    error: query.error,
    readMore: query.hasNextPage ? fetchNextPage : undefined,
    retry: () => void query.refetch(),
  };
}
