import type { InfiniteData } from '@tanstack/react-query';
import type { TaskSummary, TaskListPage } from '@timestep-ai/timestep/view';
import { mergeChangedTasksNewestFirst } from './task-tree.ts';

const TASKS_PER_PAGE = 100;

/** The loaded pages of a task list, with their offsets. */
export type TaskPages = InfiniteData<TaskListPage, number>;

/** Merges pages of tasks: a task that changed while pages were loading may be in two pages. */
export function mergePages(pages: readonly TaskListPage[]): readonly TaskSummary[] {
  const lines = new Map<string, TaskSummary>();
  for (const line of pages.flatMap(({ tasks }) => tasks)) {
    const known = lines.get(line.id);
    if (!known || known.generation <= line.generation) lines.set(line.id, line);
  }
  return [...lines.values()];
}

/** Returns the offset of the next page; undefined if all tasks are loaded. */
export function getNextOffset(pages: readonly TaskListPage[]): number | undefined {
  const count = pages.reduce((sum, { tasks }) => sum + tasks.length, 0);
  const last = pages.at(-1);
  const isMore = last && last.searched === undefined && last.tasks.length > 0;
  return isMore && count < last.total ? count : undefined;
}

/** Applies changed tasks to the loaded pages without increasing the number of tasks. */
export function updateTasksInPages(
  { pages, pageParams }: TaskPages,
  changed: readonly TaskSummary[],
  total: number,
): TaskPages {
  const lines = mergeChangedTasksNewestFirst(mergePages(pages), changed);
  const parts = pages.map((page, index) => {
    const from = index * TASKS_PER_PAGE;
    return { ...page, total, tasks: lines.slice(from, from + TASKS_PER_PAGE) };
  });
  return { pages: parts, pageParams };
}

/** Adds a new task to the loaded pages, or updates it if the pages hold it already. */
export function addTaskToPages(list: TaskPages, task: TaskSummary): TaskPages {
  const isKnown = list.pages.some(({ tasks }) => tasks.some(({ id }) => id === task.id));
  const total = list.pages.at(-1)?.total ?? 0;
  return updateTasksInPages(list, [task], isKnown ? total : total + 1);
}
