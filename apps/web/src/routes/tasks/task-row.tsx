import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { formatCost } from '@timestep-ai/timestep/view';
import { formatAge, formatDuration, formatTimestamp } from '../../components/values/formats.ts';
import { TaskStateLabel } from '../../components/values/state-label.tsx';
import { OPEN_STATES } from './task-search.ts';
import type { TreeLine } from './task-tree.ts';

/** Columns of the list: state, title, agent, duration, tokens, cost, age. */
export const TASK_COLUMNS =
  'md:grid md:grid-cols-[8.5rem_minmax(0,1fr)_minmax(6rem,12rem)_5.5rem_5.5rem_5rem_4.5rem] md:items-center md:gap-x-4';

/** Indentation of a called agent's task, in pixels. */
const INDENT = 18;

export const TaskRow = memo(function TaskRow({ line, depth, now }: TreeLine & { now: number }) {
  const { id, title, agent, state, createdAt, updatedAt, usage, costUsd, children, failure } = line;
  const version = OPEN_STATES.includes(state) ? line.version : undefined;
  const number = 'text-end text-xs text-muted tabular-nums max-md:me-3';
  return (
    <div role="listitem">
      <Link
        to="/tasks/$taskId"
        params={{ taskId: id }}
        className={`block h-9 border-b border-line/70 px-4 hover:bg-hover max-md:h-auto max-md:py-2 ${TASK_COLUMNS}`}
      >
        <TaskStateLabel state={state} />
        <span className="text-sm text-muted max-md:ms-2 md:order-2 md:truncate">{agent} </span>
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
          {failure !== undefined && <span className="ms-2 text-xs text-bad">{failure}</span>}
          {version !== undefined && (
            <span className="ms-2 text-xs text-muted" title="version of the agent's files">
              {version}
            </span>
          )}
        </span>
        <span className={`${number} md:order-3`}>
          {formatDuration((OPEN_STATES.includes(state) ? now : updatedAt) - createdAt)}
        </span>
        <span className={`${number} md:order-4`}>
          {usage.total_tokens.toLocaleString('en')}
          <span className="md:sr-only"> tokens</span>
        </span>
        <span className={`${number} md:order-5`}>
          {costUsd === null ? 'unknown' : costUsd === 0 ? '–' : formatCost(costUsd)}
        </span>
        <span className={`${number} md:order-6`} title={formatTimestamp(updatedAt)}>
          {formatAge(now - updatedAt)}
        </span>
      </Link>
    </div>
  );
});
