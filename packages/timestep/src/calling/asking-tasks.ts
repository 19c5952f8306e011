import type { Task } from '../core/index.ts';

/**
 * The tasks of other agents whose questions the user of a task was asked: no call waits for them at that
 * moment, so that the end of the task does not reach them by itself.
 */
export function askingTasks({ calls }: Pick<Task, 'calls'>): readonly string[] {
  return calls.flatMap(({ status, question, awaited = [] }) => {
    const last = awaited.at(-1);
    const isAsking = status === 'planned' && question !== undefined;
    return isAsking && last?.state === 'input-required' ? [last.task_id] : [];
  });
}
