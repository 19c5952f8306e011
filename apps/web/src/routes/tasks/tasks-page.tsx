import { counted } from '@timestep-ai/timestep/view';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { VList, type VListHandle } from 'virtua';
import { EmptyState, FailureNotice } from '../../components/notices/notices.tsx';
import { useCurrentTimeMs } from '../../components/values/use-minute.ts';
import { FacetPanel } from './filters/facet-panel.tsx';
import { TaskSelectionBar } from '../compare-runs/selection-bar.tsx';
import { toggleKeepingLastTwo } from '../compare-runs/toggle-selected.ts';
import { TaskFilterBar } from './filters/task-filter-bar.tsx';
import { COLUMNS, TaskRow } from './task-row.tsx';
import { parseTaskFilters, type SortColumn, type TaskFilters } from './task-search.ts';
import { TasksOverviewStrip } from './task-strip.tsx';
import { useOverview } from './use-overview.ts';
import { useTaskList, type TaskList } from './use-task-list.ts';

const route = getRouteApi('/tasks');

export function TasksPage() {
  const filters = route.useSearch();
  const navigate = route.useNavigate();
  const list = useTaskList(filters);
  const { total, searched } = list;
  const overview = useOverview();
  const [selected, select] = useState<readonly string[]>([]);
  const change = (search: TaskFilters): void => void navigate({ search, replace: true });
  const toggle = useCallback(
    (id: string) => select((before) => toggleKeepingLastTwo(before, id)),
    [],
  );
  return (
    <div className="flex h-full">
      <FacetPanel filters={filters} overview={overview} onChange={change} />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="px-4 pt-3 pb-2">
          <div className="flex flex-wrap items-start gap-x-6">
            <h1 className="pt-1 text-xl font-semibold md:pe-4">Tasks</h1>
            {overview && <TasksOverviewStrip overview={overview} />}
          </div>
          <TaskFilterBar filters={filters} overview={overview} onChange={change} />
          <p role="status" className="mt-1.5 text-xs text-muted">
            {list.isLoading ? 'Reading tasks…' : describeCount(filters, total, searched)}
          </p>
        </div>
        <ColumnHeads
          sort={filters.sort}
          onSort={(sort) =>
            change(parseTaskFilters({ ...filters, sort: sort === filters.sort ? undefined : sort }))
          }
        />
        <TaskListView list={list} filters={filters} selected={selected} onSelect={toggle} />
        <TaskSelectionBar selected={selected} onClear={() => select([])} />
      </div>
    </div>
  );
}

/** Says how many tasks there are, and which of them were searched or sorted. */
function describeCount({ text }: TaskFilters, total: number, searched?: number): string {
  const newest = `the newest ${(searched ?? 0).toLocaleString('en')}`;
  const found = counted(total, 'task');
  if (searched === undefined) return found;
  return `${found}, ${text === undefined ? `sorted ${newest}` : `searched ${newest}`}`;
}

const HEADS: readonly (readonly [title: string, sort?: SortColumn])[] = [
  ['State'],
  ['Request'],
  ['Agent'],
  ['Took', 'duration'],
  ['Tokens', 'tokens'],
  ['Cost', 'cost'],
  ['Changed', 'start'],
];

interface ColumnHeadsProps {
  readonly sort: SortColumn | undefined;
  readonly onSort: (sort: SortColumn) => void;
}

/**
 * Column headings. A click sorts the tasks by the column, and a second click sorts them by
 * their last change again.
 */
function ColumnHeads({ sort, onSort }: ColumnHeadsProps) {
  return (
    <div
      className={`h-7 border-y border-line bg-surface ps-10.5 pe-4 text-2xs text-muted max-md:hidden ${COLUMNS}`}
    >
      {HEADS.map(([title, column]) =>
        column === undefined ? (
          <span key={title}>{title}</span>
        ) : (
          <button
            key={title}
            type="button"
            aria-pressed={sort === column}
            title={describeSortTooltip(column, sort)}
            className={`group text-end hover:text-text aria-pressed:font-semibold aria-pressed:text-text ${column === 'tokens' ? 'max-lg:hidden' : ''}`}
            onClick={() => onSort(column)}
          >
            {sort === 'start' && column === 'start' ? 'Started' : title}{' '}
            <span aria-hidden="true" className="inline-block w-2.5 group-hover:text-accent">
              {sort === column || (sort === undefined && column === 'start') ? '↓' : '↕'}
            </span>
          </button>
        ),
      )}
    </div>
  );
}

/** Returns the tooltip of a column heading, which says how a click sorts the list. */
function describeSortTooltip(column: SortColumn, sort: SortColumn | undefined): string {
  if (sort === column) return 'Sort by the last change again';
  if (column === 'start') return 'Sort by the first message';
  return column === 'duration'
    ? 'Sort by this column, greatest first'
    : 'Sort by this figure of the tasks themselves, without called agents, greatest first';
}

/** Distance below the visible part, in viewport heights, at which the next page is loaded. */
const READ_AHEAD = 3;
const NOWHERE = { scrollOffset: 0, scrollSize: Infinity, viewportSize: 0 };

interface TaskListViewProps {
  readonly list: TaskList;
  readonly filters: TaskFilters;
  /** Ids of the selected tasks. */
  readonly selected: readonly string[];
  readonly onSelect: (id: string) => void;
}

function TaskListView(props: TaskListViewProps) {
  const { filters, selected, onSelect } = props;
  const { tree, isLoading, error, readMore, retry } = props.list;
  const now = useCurrentTimeMs();
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
        {isFiltered
          ? 'Change or clear the filters.'
          : 'To start a task, send a message to an agent.'}
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
      {({ line, depth }) => (
        <TaskRow
          key={line.id}
          line={line}
          depth={depth}
          now={now}
          isByStart={filters.sort === 'start'}
          isByOwnFigure={filters.sort === 'tokens' || filters.sort === 'cost'}
          isSelected={selected.includes(line.id)}
          onSelect={onSelect}
        />
      )}
    </VList>
  );
}
