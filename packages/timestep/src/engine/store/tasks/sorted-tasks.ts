import type { Task } from '#core';
import type { TaskSort } from '#engine/port';
import { queryRows, type Row, type Transaction } from '../statement.ts';
import { listNewestOfGroups, MAX_SORTED_OPEN_TASKS, type TaskGroup } from './task-groups.ts';
import { getTaskFigures } from './task-rows.ts';

/** The columns of `task` by which tasks can be sorted. They are written with each change of the state. */
const SORT_COLUMNS: Readonly<Record<TaskSort, string>> = {
  start: 'created_at',
  duration: 'took_ms',
  tokens: 'tokens',
  cost: 'cost_usd',
};

/**
 * Columns or expressions by which unfinished tasks are sorted. No index contains them, because they still
 * change.
 */
const OPEN_FIGURES: Readonly<Record<TaskSort, string>> = {
  ...SORT_COLUMNS,
  duration: 'updated_at - created_at',
};

/**
 * Returns a function that compares loaded tasks by a figure, in the order in which `listLargestAcrossGroups`
 * lists rows.
 */
export function createTaskComparator(sort: TaskSort): (one: Task, other: Task) => number {
  const getFigure = (task: Task): number => {
    const { tokens, costUsd, tookMs } = getTaskFigures(task);
    return { start: task.createdAt, duration: tookMs, tokens, cost: costUsd }[sort];
  };
  return (one, other) => getFigure(other) - getFigure(one) || (one.id < other.id ? -1 : 1);
}

/**
 * Statements that create the indexes of sorted lists. They contain only ended tasks, whose figures
 * no longer change, so that each index is written once for each task.
 */
export const SORT_INDEXES: readonly string[] = Object.values(SORT_COLUMNS).map(
  (column) => `CREATE INDEX IF NOT EXISTS task_by_${column}
    ON task (agent, state, entry, asked, ${column} DESC, id) WHERE ended = 1`,
);

/**
 * Lists the tasks of several groups by a figure, largest first. Ended tasks are read in this order by an
 * index. Of a group of unfinished tasks, only the most recently changed ones are sorted, by the figures
 * stored at their last change of state.
 */
export function* listLargestAcrossGroups(
  groups: readonly TaskGroup[],
  sort: TaskSort,
  { columns, limit }: { readonly columns: string; readonly limit: number },
): Transaction<readonly Row[]> {
  const column = SORT_COLUMNS[sort];
  const open = `${columns}, ${OPEN_FIGURES[sort]} AS figure`;
  let largest: Row[] = [];
  for (const group of groups.filter(({ isOpen }) => isOpen)) {
    const page = { columns: open, from: undefined, limit: MAX_SORTED_OPEN_TASKS };
    const rows = yield* listNewestOfGroups([group], {}, page);
    largest = [...largest, ...rows].toSorted(compareLargestFirst).slice(0, limit);
  }
  // Once the list is full, later groups are read only for tasks with at least the smallest figure in it.
  let least = getLowestListedFigure(largest, limit);
  for (const { where, values } of groups.filter(({ isOpen }) => !isOpen)) {
    const rows = yield* queryRows(
      `SELECT ${columns}, ${column} AS figure FROM task
       WHERE ${where} AND ended = 1 AND ${column} >= :least
       ORDER BY ${column} DESC, id LIMIT :limit`,
      { ...values, least, limit },
    );
    largest = [...largest, ...rows].toSorted(compareLargestFirst).slice(0, limit);
    least = getLowestListedFigure(largest, limit);
  }
  return largest;
}

/** Returns the least figure with which a further task enters the sorted list; 0 if the list is not full. */
function getLowestListedFigure(largest: readonly Row[], limit: number): number {
  const last = largest.at(-1);
  return last && largest.length === limit ? Number(last['figure']) : 0;
}

function compareLargestFirst(one: Row, other: Row): number {
  const difference = Number(other['figure']) - Number(one['figure']);
  if (difference !== 0) return difference;
  return String(one['id']) < String(other['id']) ? -1 : 1;
}
