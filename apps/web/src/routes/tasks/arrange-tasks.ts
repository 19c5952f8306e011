import type { TaskSummary } from '@timestep-ai/timestep/view';
import type { SortColumn, TaskFilters } from './task-search.ts';
import { buildTaskTree, type TreeLine } from './task-tree.ts';

const VALUES: Readonly<Record<SortColumn, (line: TaskSummary) => number>> = {
  duration: ({ createdAt, updatedAt }) => updatedAt - createdAt,
  tokens: ({ usage }) => usage.total_tokens,
  cost: ({ costUsd }) => costUsd ?? 0,
};

/** Puts tasks in the order of the list. Of all conversations without `asked`, only tasks that no other agent asked for. */
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
