import type { Task } from '../../core/index.ts';

/**
 * Lists the ids of called tasks whose questions were passed on to the user. No call waits for them
 * meanwhile, so their ends do not reach the caller.
 */
export function listAskingTaskIds({ calls }: Pick<Task, 'calls'>): readonly string[] {
  return calls.flatMap(({ status, question, awaited = [] }) => {
    const last = awaited.at(-1);
    const isAsking = status === 'planned' && question !== undefined;
    return isAsking && last?.state === 'input-required' ? [last.task_id] : [];
  });
}
