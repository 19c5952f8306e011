import { isAskedByAgent, type Task } from '#core';
import type { TaskFilter, TaskGroupCount } from '#engine/port';
import { canSortTasks, createTaskComparator, compareNewestFirst } from '#engine/store';
import { matchesQuery } from './task-page.ts';

/** Lists the tasks that a filter selects, in its order. */
export function filterAndSortTasks(
  tasks: readonly Task[],
  { entry, isAsked, sort, changedBefore, ...filter }: Omit<TaskFilter, 'limit'>,
): readonly Task[] {
  const found = tasks.filter(
    (task) =>
      matchesQuery(task, filter) &&
      (changedBefore === undefined || task.updatedAt < changedBefore) &&
      (entry === undefined || task.origin.entry === entry) &&
      (isAsked === undefined || isAskedByAgent(task) === isAsked),
  );
  return found.toSorted(
    sort !== undefined && changedBefore === undefined && canSortTasks(filter)
      ? createTaskComparator(sort)
      : compareNewestFirst,
  );
}

/** Counts tasks by agent, state and entry point. */
export function countTaskGroups(tasks: readonly Task[]): readonly TaskGroupCount[] {
  const groups = Map.groupBy(tasks, (task) =>
    JSON.stringify([task.state, task.origin.agent, task.origin.entry, isAskedByAgent(task)]),
  );
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((task) => ({
      agent: task.origin.agent,
      state: task.state,
      ...(task.origin.entry && { entry: task.origin.entry }),
      ...(isAskedByAgent(task) && { isAsked: true as const }),
      tasks: group.length,
    })),
  );
}
