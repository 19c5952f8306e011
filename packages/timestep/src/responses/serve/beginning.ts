import { isFinal, type Task } from '../../core/index.ts';
import { taskAt } from '../../port/index.ts';
import type { ResponseRecord } from '../records/record.ts';
import type { Service } from './service.ts';

/**
 * The task of a response as it was when the response began. Where its message came into the log
 * later, the task was already working, although its log says at that place that it waited.
 */
export async function beginningOf(
  { runner }: Pick<Service, 'runner'>,
  { generation, begunIn }: ResponseRecord,
  now: Task,
): Promise<Task> {
  const task = await taskAt(runner, now, generation);
  return begunIn === undefined || isFinal(task) ? task : { ...task, state: begunIn };
}
