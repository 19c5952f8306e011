import { counted } from '@timestep-ai/timestep/view';
import { Link, getRouteApi } from '@tanstack/react-router';
import { memo, useEffect, useRef } from 'react';
import { VList, type VListHandle } from 'virtua';
import { EmptyState, FailureNotice } from '../../components/notices/notices.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { formatTimestamp } from '../../components/values/formats.ts';
import { UsageLine } from '../../components/values/facts.tsx';
import { TaskFilterBar } from './task-filter-bar.tsx';
import type { TaskFilters } from './task-search.ts';
import type { TreeLine } from './task-tree.ts';
import { useTaskList, type TaskList } from './use-task-list.ts';

const route = getRouteApi('/tasks');

export function TasksPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useTaskList(filters);
  const { total, searched } = list;
  return (
    <div className="flex h-full flex-col">
      <div className="border-b border-line p-4">
        <h1 className="text-xl font-semibold">Tasks</h1>
        <TaskFilterBar
          filters={filters}
          onChange={(search) => void navigate({ search, replace: true })}
        />
        <p role="status" className="mt-2 text-sm text-muted">
          {counted(total, 'task')}
          {searched === undefined ? '' : `, searched the newest ${searched.toLocaleString('en')}`}
        </p>
      </div>
      <TaskListView list={list} filters={filters} />
    </div>
  );
}

/** Distance below the visible part, in viewport heights, at which the next page is loaded. */
const READ_AHEAD = 3;
const NOWHERE = { scrollOffset: 0, scrollSize: Infinity, viewportSize: 0 };

function TaskListView({ list, filters }: { list: TaskList; filters: TaskFilters }) {
  const { tree, isLoading, error, readMore, retry } = list;
  const shown = useRef<VListHandle>(null);
  function loadMoreIfNearEnd(): void {
    const { scrollOffset, scrollSize, viewportSize } = shown.current ?? NOWHERE;
    if (scrollSize - scrollOffset < READ_AHEAD * viewportSize) readMore?.();
  }
  // The next page is also loaded for a user who stays at the end of the list.
  useEffect(loadMoreIfNearEnd);
  if (error) return <FailureNotice message={error.message} onRetry={retry} />;
  if (isLoading) return <p className="p-4 text-muted">Loading tasks…</p>;
  if (tree.length === 0) {
    const isFiltered = Object.keys(filters).length > 0;
    return (
      <EmptyState title={isFiltered ? 'No matching tasks' : 'No tasks yet'}>
        {isFiltered ? 'Change or clear the filters.' : 'Send a message to an agent.'}
      </EmptyState>
    );
  }
  return (
    <VList
      data={tree}
      className="min-h-0 flex-1"
      role="list"
      aria-label="Tasks"
      tabIndex={0}
      ref={shown}
      onScroll={loadMoreIfNearEnd}
    >
      {({ line, depth }) => <TaskRow key={line.id} line={line} depth={depth} />}
    </VList>
  );
}

const TaskRow = memo(function TaskRow({ line, depth }: TreeLine) {
  const { id, title, agent, state, updatedAt, usage, costUsd } = line;
  return (
    <div role="listitem" style={{ paddingInlineStart: `${Math.min(depth, 6) * 1.25}rem` }}>
      <Link
        to="/tasks/$taskId"
        params={{ taskId: id }}
        className="block border-b border-line px-4 py-2 hover:bg-surface"
      >
        <span className="flex flex-wrap items-baseline gap-x-3">
          <TaskStateLabel state={state} />
          <span className="text-sm font-semibold">{agent}</span>
          {depth > 0 && <span className="text-xs text-muted">called by the task above</span>}
          <span className="min-w-0 basis-full truncate sm:basis-auto">{title || id}</span>
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{formatTimestamp(updatedAt)}</span>
          <UsageLine usage={usage} costUsd={costUsd} />
        </span>
      </Link>
    </div>
  );
});
