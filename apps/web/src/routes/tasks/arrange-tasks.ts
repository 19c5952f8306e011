import type { TaskSummary } from '@timestep-ai/timestep/view';
import type { SortColumn, TaskFilters } from './task-search.ts';
import { buildTaskTree, type TreeLine } from './task-tree.ts';

const VALUES: Readonly<Record<SortColumn, (line: TaskSummary) => number>> = {
  duration: ({ createdAt, updatedAt }) => updatedAt - createdAt,
  tokens: ({ usage }) => usage.total_tokens,
  cost: ({ costUsd }) => costUsd ?? 0,
};

/**
 * Sorts tasks for the list. Omits tasks of called agents, unless `asked` is set or one conversation
 * is shown.
 */
export function arrangeTasks(
  lines: readonly TaskSummary[],
  { sort, asked, context }: Pick<TaskFilters, 'sort' | 'asked' | 'context'>,
): readonly TreeLine[] {
  const tree = buildTaskTree(lines);
  const shown =
    asked === undefined && context === undefined
      ? tree.filter(({ line, depth }) => depth === 0 && !line.isAsked)
      : tree;
  if (sort === undefined) return shown;
  const getValue = VALUES[sort];
  return shown
    .map(({ line }) => ({ line, depth: 0 }))
    .toSorted((one, other) => getValue(other.line) - getValue(one.line));
}
