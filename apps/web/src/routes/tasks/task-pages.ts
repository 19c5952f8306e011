import type { TaskLine, TaskListPage } from '@timestep-ai/timestep/view';
import { withChanged } from './task-tree.ts';

/** Tasks of a part of the list. */
const TASKS_OF_PAGE = 100;

/** The parts of a list as they are kept; the parameters are where each of them began. */
export interface TaskPages {
  readonly pages: TaskListPage[];
  readonly pageParams: number[];
}

/** Each task once: tasks that changed while parts were read may be in two of them. */
export function linesOf(pages: readonly TaskListPage[]): readonly TaskLine[] {
  const lines = new Map<string, TaskLine>();
  for (const line of pages.flatMap(({ tasks }) => tasks)) {
    const known = lines.get(line.id);
    if (!known || known.generation <= line.generation) lines.set(line.id, line);
  }
  return [...lines.values()];
}

/** Where the next part begins; absent where all has been read. */
export function nextPlace(pages: readonly TaskListPage[]): number | undefined {
  const count = pages.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const last = pages.at(-1);
  const isMore = last && last.searched === undefined && last.tasks.length > 0;
  return isMore && count < last.total ? count : undefined;
}

/**
 * The parts after some tasks have changed. As many tasks as were read stay, so that a page which is open for days
 * does not keep every task of those days.
 */
export function withNews(
  { pages, pageParams }: TaskPages,
  changed: readonly TaskLine[],
  total: number,
): TaskPages {
  const lines = withChanged(linesOf(pages), changed);
  const parts = pages.map((page, index) => {
    const from = index * TASKS_OF_PAGE;
    return { ...page, total, tasks: lines.slice(from, from + TASKS_OF_PAGE) };
  });
  return { pages: parts, pageParams };
}
