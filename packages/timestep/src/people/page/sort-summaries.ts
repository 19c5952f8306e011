import type { TaskSort } from '#engine/port';
import type { TaskSummary } from '#people/view';

const FIGURES: Readonly<Record<TaskSort, (line: TaskSummary) => number>> = {
  start: ({ createdAt }) => createdAt,
  duration: ({ createdAt, updatedAt }) => updatedAt - createdAt,
  tokens: ({ usage }) => usage.total_tokens,
  cost: ({ costUsd }) => costUsd ?? 0,
};

/** Sorts lines by a figure, the largest first. An unknown cost counts as none. */
export function sortSummaries(
  lines: readonly TaskSummary[],
  sort: TaskSort,
): readonly TaskSummary[] {
  const getFigure = FIGURES[sort];
  return lines.toSorted((one, other) => getFigure(other) - getFigure(one));
}
