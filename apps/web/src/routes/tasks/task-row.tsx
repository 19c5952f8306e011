import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatCost } from '@timestep-ai/timestep/view';
import { formatAge, formatDuration, formatTimestamp } from '../../components/values/formats.ts';
import { Avatar } from '../../components/values/avatar.tsx';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { ENTRY_POINTS } from './entry-points.ts';
import { OPEN_STATES } from './task-search.ts';
import type { TreeLine } from './task-tree.ts';

/** Classes of the columns: state, title, agent, duration, tokens, cost, age. Tablets do not show the tokens. */
export const COLUMNS =
  'md:grid md:items-center md:gap-x-3 md:grid-cols-[8rem_minmax(0,1fr)_minmax(4rem,6.5rem)_4rem_3.5rem_4rem] lg:gap-x-4 lg:grid-cols-[8rem_minmax(0,1fr)_minmax(5rem,9rem)_4.5rem_4.5rem_4.5rem_4rem]';

/** Indentation of a called agent's task, in pixels. */
const INDENT = 18;

const NUMBER = 'text-end text-xs text-muted tabular-nums max-md:me-3';

interface TaskRowProps extends TreeLine {
  readonly now: number;
  /** Whether the time of the first message is shown instead of that of the last change. */
  readonly isByStart: boolean;
  /**
   * Whether tokens and cost are shown without those of called agents, because the list is sorted by the task's own.
   */
  readonly isByOwnFigure: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (id: string) => void;
}

export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { line, depth, now, isByStart, isByOwnFigure, isSelected, onSelect } = props;
  const shownAt = isByStart ? line.createdAt : line.updatedAt;
  const { id, title, agent, state, createdAt, updatedAt, children, failure } = line;
  const { entry } = line;
  const version = OPEN_STATES.includes(state) ? line.version : undefined;
  return (
    <div
      role="listitem"
      className={`group flex items-center border-b border-line/70 ps-4 hover:bg-hover ${isSelected ? 'bg-chosen' : ''}`}
    >
      <input
        type="checkbox"
        aria-label={`Select ${title || id}`}
        checked={isSelected}
        className="size-3.5 shrink-0 accent-accent opacity-40 group-hover:opacity-100 checked:opacity-100 focus-visible:opacity-100 max-md:hidden"
        onChange={() => onSelect(id)}
      />
      <Link
        to="/tasks/$taskId"
        params={{ taskId: id }}
        className={`block min-h-9 min-w-0 flex-1 px-3 pe-4 max-md:ps-0 max-md:py-2 ${COLUMNS} ${failure === undefined ? '' : 'md:py-1.5'}`}
      >
        <TaskStateLabel state={state} />
        <span className="text-sm text-muted max-md:ms-2 md:order-2 md:flex md:min-w-0 md:items-center md:gap-2">
          <span className="max-md:hidden">
            <Avatar name={agent} />
          </span>
          <bdi className="md:truncate">{agent}</bdi>{' '}
        </span>
        <span
          className="min-w-0 truncate text-sm max-md:block md:order-1"
          style={{ paddingInlineStart: `${Math.min(depth, 6) * INDENT}px` }}
        >
          {depth > 0 && <span className="sr-only">called by the task above </span>}
          <span className="font-medium">{title || id}</span>
          {children.length > 0 && (
            <span className="ms-2 text-xs text-agent">
              +{children.length} {children.length === 1 ? 'task' : 'tasks'}
            </span>
          )}
          {entry !== undefined && (
            <span className="ms-2 text-xs text-muted" title="how the request arrived">
              {ENTRY_POINTS[entry]}
            </span>
          )}
          {version !== undefined && (
            <span className="ms-2 text-xs text-muted" title="version of the agent's files">
              {version}
            </span>
          )}
        </span>
        {failure !== undefined && (
          <span
            className="block min-w-0 truncate text-xs text-bad md:order-8 md:col-start-2 md:col-end-[-1]"
            title={failure}
          >
            {failure}
          </span>
        )}
        <span className={`${NUMBER} md:order-4`}>
          {formatDuration((OPEN_STATES.includes(state) ? now : updatedAt) - createdAt)}
        </span>
        <Spending line={line} isByOwnFigure={isByOwnFigure} />
        <span className={`${NUMBER} md:order-7`} title={formatTimestamp(shownAt)}>
          {formatAge(now - shownAt)}
        </span>
      </Link>
    </div>
  );
});

/** Tokens and cost of a task, with those of the agents that it has called unless only its own are shown. */
function Spending({ line, isByOwnFigure }: Pick<TaskRowProps, 'line' | 'isByOwnFigure'>) {
  const { usage, costUsd } = line;
  const called = isByOwnFigure ? undefined : line.called;
  return (
    <>
      <span className={`${NUMBER} md:order-5 md:max-lg:hidden`}>
        {(usage.total_tokens + (called?.tokens ?? 0)).toLocaleString('en')}
        <span className="md:sr-only"> tokens</span>
      </span>
      <span
        className={`${NUMBER} md:order-6`}
        title={called && `the task itself: ${formatCost(costUsd)}`}
      >
        {formatRowCost(costUsd, called?.costUsd)}
      </span>
    </>
  );
}

function formatRowCost(costUsd: number | null, calledCostUsd = 0): string {
  if (costUsd === null) return 'unknown';
  const total = costUsd + calledCostUsd;
  return total === 0 ? '–' : formatCost(total);
}
