import type { TaskSummary } from '@timestep-ai/timestep/view';
import type { TaskFilters } from './task-search.ts';
import { buildTaskTree, type TreeLine } from './task-tree.ts';

type Arrangement = Pick<TaskFilters, 'sort' | 'asked' | 'context'>;

/**
 * Whether a task list shows only tasks that a client or user started, without tasks of agents that call each
 * other.
 */
export function showsRunsOnly({ asked, context }: Arrangement): boolean {
  return asked === undefined && context === undefined;
}

/**
 * Arranges the tasks of a list, in the order in which the server lists them. Sorted tasks are not
 * arranged as a tree.
 */
export function arrangeTasks(
  lines: readonly TaskSummary[],
  filters: Arrangement,
): readonly TreeLine[] {
  const tree =
    filters.sort === undefined ? buildTaskTree(lines) : lines.map((line) => ({ line, depth: 0 }));
  // The depth counts too, because tasks of earlier releases do not record whether another agent called them.
  return showsRunsOnly(filters)
    ? tree.filter(({ line, depth }) => depth === 0 && !line.isAsked)
    : tree;
}
